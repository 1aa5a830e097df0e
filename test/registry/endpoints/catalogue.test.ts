import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { catalogue } from '../../../src/registry/endpoints/catalogue/catalogue.ts'
import { createDatabase } from '../../support/database.ts'
import { importValues } from '../../support/importing.ts'
import { failure, iban } from '../../support/registry.ts'
import { forTests, startTestServer, type TestServer } from '../../support/server.ts'

const unknown = { asset: 'EUR', network: 'nowherenet', rail: 'nowhererail' }
const warned = [
  { code: 'capability_unknown', param: 'capabilities.0.network', message: expect.any(String) },
  { code: 'capability_unknown', param: 'capabilities.0.rail', message: expect.any(String) },
]

let identity: string
const database = forTests(createDatabase)
const encryptionKey = randomBytes(32)
const open = forTests(() => startTestServer({ database, encryptionKey }))
const strict = forTests(() => startTestServer({ database, encryptionKey, env: { CAPABILITY_CATALOGUE: 'strict' } }))
const owner = forTests(() => open.key())
beforeAll(async () => {
  identity = (await owner.post('/v1/identities', { type: 'user' })).body.id
})

const create = (server: TestServer, fields: object = {}) =>
  server.send('POST', '/v1/endpoints', {
    key: owner.key,
    body: { identity, type: 'bank_account', address: iban, ...fields },
  })
const patch = (server: TestServer, id: string, body: object) =>
  server.send('PATCH', `/v1/endpoints/${id}`, { key: owner.key, body })

test('the catalogue is read with any key, the same over REST and GraphQL, and not without one', async () => {
  const nobody = await open.key({ consumer: 'nobody', scopes: ['resolve'] })
  const { status, body } = await nobody.get('/v1/catalogue')
  expect([status, body.object]).toEqual([200, 'catalogue'])
  expect(body.rails).toEqual(catalogue.rails)
  const document = '{ catalogue { networks { name title names addressChecked } rails { name title names } } }'
  const answer = await nobody.graphql(document)
  expect(answer.body.data.catalogue.rails).toEqual(body.rails)
  expect(answer.body.data.catalogue.networks).toEqual(
    body.networks.map(({ address_checked, ...row }: { address_checked: boolean }) => ({
      ...row,
      addressChecked: address_checked,
    })),
  )
  expect((await open.send('GET', '/v1/catalogue')).status).toBe(401)
})

test('an unknown network or rail is accepted, with a warning by its place in every view of the endpoint', async () => {
  const made = await create(open, { capabilities: [unknown] })
  expect([made.status, made.body.warnings]).toEqual([201, warned])
  const { id } = made.body
  expect((await owner.get(`/v1/endpoints/${id}`)).body.warnings).toEqual(warned)
  const document = 'query($id: ID!) { endpoint(id: $id) { warnings { code param message } } }'
  expect((await owner.graphql(document, { id })).body.data.endpoint.warnings).toEqual(warned)
  const change =
    'mutation($id: ID!, $input: UpdateEndpointInput!) { updateEndpoint(id: $id, input: $input) { warnings { param } } }'
  const changed = await owner.graphql(change, {
    id,
    input: { capabilities: [{ asset: 'EUR', rail: 'sepa' }] },
  })
  expect(changed.body.data.updateEndpoint.warnings).toEqual([])
  expect((await patch(open, id, { capabilities: [{ asset: 'EUR', rail: 'x' }] })).body.warnings).toHaveLength(1)
  expect((await create(open)).body.warnings).toEqual([])
})

test('strict, a new one is refused by every way in, and one that is stored may stay', async () => {
  const refused = { code: 'capability_unknown', param: 'capabilities.0.network' }
  expect(failure(await create(strict, { capabilities: [unknown] }))).toMatchObject(refused)
  const { id } = (await create(open, { capabilities: [unknown] })).body
  expect((await patch(strict, id, { priority: 4 })).status).toBe(200)
  expect((await patch(strict, id, { capabilities: [{ ...unknown, max_amount: 5 }] })).status).toBe(200)
  const other = { ...unknown, network: 'elsewherenet' }
  expect(failure(await patch(strict, id, { capabilities: [other] }))).toMatchObject(refused)
  const mutation = 'mutation($input: CreateEndpointInput!) { createEndpoint(input: $input) { id } }'
  const input = { identity, type: 'BANK_ACCOUNT', address: iban, capabilities: [unknown] }
  const answer = await strict.graphql(owner.key, mutation, { input })
  expect(answer.body.errors[0].extensions.code).toBe('CAPABILITY_UNKNOWN')

  const line = { object: 'endpoint', ref: 'x', identity, type: 'bank_account', address: iban, capabilities: [unknown] }
  const { rejected } = await importValues(strict, owner.consumerId, [line], { catalogueMode: 'strict' })
  expect(rejected).toMatchObject([{ line: 1, code: refused.code, field: refused.param }])
})
