import { beforeAll, expect, test } from 'vitest'
import { operatorCall } from '../../src/cli/app.ts'
import { registryForTests } from '../support/registry.ts'
import { type Body, forTests } from '../support/server.ts'
import { countStatements } from '../support/statement-log.ts'

let identity: string

const { server, owner, mine } = registryForTests()
const grantee = forTests(() => server.key({ consumer: 'grantee' }))
beforeAll(async () => {
  identity = (await mine.identity()).id
})

const mutation = async (text: string, field: string): Promise<Body> => {
  const { body } = await owner.graphql(`mutation { ${text} { id consumer { id name displayName } } }`)
  return body.data[field]
}

/** Calls the grantee by another name, and then runs a write whose answer has the name. */
async function called(displayName: string, write: () => Promise<Body>): Promise<{ written: Body; reads: string[] }> {
  await server.app.services.consumers.update(operatorCall(server.app), 'grantee', { displayName })
  const { result, statements } = await countStatements(server.database.url, write)
  return { written: result, reads: statements.filter((text) => /"?display_name"?.* from "?consumer"?/.test(text)) }
}

test('on REST the name in the answer is read along with the write, and is the one of that moment', async () => {
  const named = (display_name: string) => ({ id: grantee.consumer, name: 'grantee', display_name })
  const made = await called('One', () => mine.grant(identity, grantee.consumer))
  expect(made.written.consumer_record).toEqual(named('One'))
  expect(made.reads).toHaveLength(1)
  const revoke = async () => (await mine.remove(`/v1/consent_grants/${made.written.id}`)).body
  const revoked = await called('Two', revoke)
  expect(revoked.written).toMatchObject({ status: 'revoked', consumer_record: named('Two') })
  expect(revoked.reads).toHaveLength(1)
  const again = await called('Three', revoke)
  expect(again.written).toMatchObject({ status: 'revoked', consumer_record: named('Three') })
})

test('on GraphQL the same', async () => {
  const named = (displayName: string) => ({ id: grantee.consumer, name: 'grantee', displayName })
  const input = `{ identity: "${identity}", consumer: "${grantee.consumer}", covers: { all: true } }`
  const made = await called('Four', () => mutation(`grantConsent(input: ${input})`, 'grantConsent'))
  expect(made.written.consumer).toEqual(named('Four'))
  expect(made.reads).toHaveLength(1)
  const revoked = await called('Five', () => mutation(`revokeConsent(id: "${made.written.id}")`, 'revokeConsent'))
  expect(revoked.written.consumer).toEqual(named('Five'))
  expect(revoked.reads).toHaveLength(1)
})

test('an answer that is replayed reads the name, which was not stored with it', async () => {
  const headers = { 'idempotency-key': 'grantee-name' }
  const body = { identity, consumer: grantee.consumer, covers: { all: true } }
  const grant = async (): Promise<Body> => (await owner.post('/v1/consent_grants', body, headers)).body
  const first = await called('Six', grant)
  const replayed = await called('Seven', grant)
  expect(replayed.written.id).toBe(first.written.id)
  expect(first.written.consumer_record.display_name).toBe('Six')
  expect(replayed.written.consumer_record.display_name).toBe('Seven')
})
