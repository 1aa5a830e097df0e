// Later requests refer to the records that this one makes or lists.
pm.test('Request-Id', () => pm.expect(pm.response.headers.get('Request-Id')).to.match(/^req_/))
const answer = pm.response.json()
const isMade = pm.request.method === 'POST' && pm.response.code < 300
const isListed = answer.object === 'list' && ['event', 'audit_entry'].includes(answer.data[0]?.object)
const record = isMade ? answer : isListed ? answer.data[0] : {}
if (record.object && record.id) pm.collectionVariables.set(record.object, record.id)
