// A reset names the key's own consumer, to confirm it.
const url = `${pm.variables.get('baseUrl')}/v1/me`
const header = { Authorization: `Bearer ${pm.variables.get('apiKey')}` }
pm.sendRequest({ url, header }, (_, answer) => pm.collectionVariables.set('consumer', answer.json().id))
