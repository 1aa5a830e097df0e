import { expect, test } from 'vitest'
import { eventsOf, failure, registryForTests } from '../support/registry.ts'

let identity: string
const { server, owner, mine } = registryForTests()

const at = (id: string) => `/v1/identities/${id}/payee_names`
const create = (body: unknown, id = identity, key = owner.key) => server.send('POST', at(id), { key, body })
const fresh = async () => {
  identity = (await mine.identity()).id
}

test('a name is listed masked, and stored sealed', async () => {
  await fresh()
  const made = await create({ kind: 'legal', name: 'Zacharias Quirinus' })
  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    object: 'payee_name',
    id: expect.stringMatching(/^pnm_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
    livemode: false,
    identity,
    kind: 'legal',
    masked: 'Z••• Q•••',
    basis: 'declared',
    created: expect.any(Number),
    updated: made.body.created,
  })
  const list = await owner.get(at(identity))
  expect(list.body.data).toEqual([made.body])
  const [row] = await server.query<{ text: string }>`select encode(sealed, ${'escape'}) as text from payee_name`
  expect(row!.text).not.toContain('Quirinus')
})

test.each([
  [{ kind: 'trade', given: 'Ana', family: 'García' }, 'A••• G•••'],
  [{ kind: 'preferred', name: 'Bob' }, 'B•••'],
  [{ kind: 'joint', holders: [{ name: 'Ann Lee' }, { given: 'Bo', family: 'Li' }] }, 'A••• L••• & B••• L•••'],
  [{ kind: 'identification', scheme: 'lei', value: '529900T8BM49AURSDO55' }, 'lei ••••55'],
])('a name has a shape by its kind: %j', async (body, masked) => {
  await fresh()
  const made = await create(body)
  expect([made.status, made.body.masked]).toEqual([201, masked])
})

test.each([
  [{ kind: 'alias', name: 'A B' }, 'parameter_invalid', 'kind'],
  [{ kind: 'legal' }, 'parameter_missing', 'name'],
  [{ kind: 'legal', given: 'Ann' }, 'parameter_missing', 'family'],
  [{ kind: 'legal', name: 'Ann Lee', given: 'Ann', family: 'Lee' }, 'parameter_conflict', 'name'],
  [{ kind: 'legal', name: ' - ' }, 'parameter_invalid', 'name'],
  [{ kind: 'legal', name: 'A'.repeat(141) }, 'parameter_invalid', 'name'],
  [{ kind: 'legal', name: 'Ann\u202eeeL' }, 'parameter_invalid', 'name'],
  [{ kind: 'legal', name: 'Ann Lee', scheme: 'lei' }, 'parameter_conflict', 'scheme'],
  [{ kind: 'joint', name: 'Ann Lee' }, 'parameter_conflict', 'name'],
  [{ kind: 'joint' }, 'parameter_missing', 'holders'],
  [{ kind: 'joint', holders: [{ name: 'Ann Lee' }, { given: 'Bo' }] }, 'parameter_missing', 'holders.1.family'],
  [{ kind: 'identification', scheme: 'lei' }, 'parameter_missing', 'value'],
  [{ kind: 'legal', name: 'Ann Lee', surname: 'Lee' }, 'parameter_unknown', 'surname'],
])('an invalid name is refused by its field: %j', async (body, code, param) => {
  await fresh()
  const answer = await create(body)
  expect(answer.status).toBe(400)
  expect(failure(answer)).toMatchObject({ code, param })
})

test('an identity has ten names, also when twenty come at once', async () => {
  await fresh()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => create({ kind: 'trade', name: `Shop ${n}` })))
  expect(answers.filter(({ status }) => status === 201).length).toBe(10)
  expect(answers.filter(({ status, body }) => status === 400 && body.error.code === 'limit_reached').length).toBe(10)
})

test("another owner's identity and name are like absent ones", async () => {
  await fresh()
  const { body: name } = await create({ kind: 'legal', name: 'Ann Lee' })
  const stranger = await server.key({ consumer: 'stranger' })
  for (const answer of [
    await create({ kind: 'legal', name: 'Ann Lee' }, identity, stranger.key),
    await stranger.get(at(identity)),
    await stranger.remove(`/v1/payee_names/${name.id}`),
  ])
    expect([answer.status, failure(answer).code]).toEqual([404, 'resource_missing'])
  const removed = await owner.remove(`/v1/payee_names/${name.id}`)
  expect(removed.body).toEqual({ id: name.id, object: 'payee_name', livemode: false, deleted: true })
  expect((await owner.get(at(identity))).body.data).toEqual([])
})

test('a suspended identity takes no name', async () => {
  await fresh()
  await mine.patch(`/v1/identities/${identity}`, { status: 'suspended' })
  expect(failure(await create({ kind: 'legal', name: 'Ann Lee' })).code).toBe('identity_not_active')
})

test('no event contains a name', async () => {
  await fresh()
  const before = await eventsOf(server, owner.consumerId)
  const { body } = await create({ kind: 'legal', name: 'Ann Lee' })
  await owner.remove(`/v1/payee_names/${body.id}`)
  expect(await eventsOf(server, owner.consumerId)).toEqual(before)
})

test('GraphQL works like REST', async () => {
  await fresh()
  const { body } = await owner.post('/graphql', {
    query: `mutation ($identity: ID!) {
        createPayeeName(identity: $identity, input: { kind: LEGAL, name: "Ann Lee" }) { id kind masked basis identityId identity { id } }
      }`,
    variables: { identity },
  })
  expect(body.data.createPayeeName).toMatchObject({
    kind: 'LEGAL',
    masked: 'A••• L•••',
    basis: 'DECLARED',
    identityId: identity,
    identity: { id: identity },
  })
  const listed = await owner.post('/graphql', {
    query: `{ identity(id: "${identity}") { payeeChecks closeMatch payeeNames { edges { node { id } } } } }`,
  })
  expect(listed.body.data.identity).toEqual({
    payeeChecks: 'ON',
    closeMatch: 'ON',
    payeeNames: { edges: [{ node: { id: body.data.createPayeeName.id } }] },
  })
})
