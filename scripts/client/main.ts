import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../openapi-document.ts'
import { clientOperations, withEvents } from './operations.ts'
import { clientResources } from './resources.ts'
import { clientTypes } from './types.ts'

export const generatedFolder = fileURLToPath(new URL('../../src/client/generated/', import.meta.url))

const banner = '// Made by `npm run generate -- client` of the OpenAPI document.\n\n'

/** The client's generated files, by name. */
export async function clientFiles(): Promise<Record<string, string>> {
  const document = withEvents(await openApiDocument())
  const operations = clientOperations(document)
  return {
    'types.ts': banner + clientTypes(document, operations),
    'resources.ts': banner + clientResources(operations),
  }
}

if (import.meta.main) {
  mkdirSync(generatedFolder, { recursive: true })
  for (const [name, text] of Object.entries(await clientFiles())) writeFileSync(generatedFolder + name, text)
}
