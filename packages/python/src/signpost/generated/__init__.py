# Made by `npm run generate -- python` of the OpenAPI document.
