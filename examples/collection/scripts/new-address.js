// A user name is proved by nothing: the challenge is for an e-mail address, made here.
const letters = Array.from({ length: 12 }, () => 'abcdefghkmnpqrstuvwxyz'[Math.floor(Math.random() * 22)])
const header = { Authorization: `Bearer ${pm.variables.get('apiKey')}`, 'Content-Type': 'application/json' }
const value = { identity: pm.variables.get('identity'), type: 'email', value: `${letters.join('')}@example.com` }
const body = { mode: 'raw', raw: JSON.stringify(value) }
const url = `${pm.variables.get('baseUrl')}/v1/aliases`
pm.sendRequest({ url, method: 'POST', header, body }, (_, answer) =>
  pm.collectionVariables.set('address', answer.json().id),
)
