// The grantee is the consumer of the other key.
const url = `${pm.variables.get('baseUrl')}/v1/me`
const header = { Authorization: `Bearer ${pm.variables.get('otherApiKey')}` }
pm.sendRequest({ url, header }, (_, answer) => pm.collectionVariables.set('consumer', answer.json().id))
