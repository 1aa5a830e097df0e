import { expect, test } from 'vitest'
import { freshName, letDaysPass, registryForTests } from '../../support/registry.ts'

const { server, owner, mine } = registryForTests()

const forget = () => server.app.jobs.find(({ name }) => name === 'purge-released-aliases')!.run()
const cool = (value: string, days: number) => letDaysPass(server, value, days)
const kept = (needle: string) =>
  server.query`select 'alias' from alias where value = ${needle} or skeleton = ${needle} union all
    select 'reservation' from alias_reservation where skeleton = ${needle}`

async function released(): Promise<{ id: string; name: string }> {
  const { id: identity } = await mine.identity()
  const name = freshName()
  const { id } = await mine.username(identity, name, {
    external_reference: `ref ${name}`,
    metadata: { note: 'Called about her moving' },
  })
  await owner.post(`/v1/aliases/${id}/verify`, { method: 'otp' })
  await mine.remove(`/v1/aliases/${id}`)
  return { id, name }
}

test('a released alias keeps its value while it cools down, and only its ids and times after that', async () => {
  const { id, name } = await released()
  const before = await mine.get(`/v1/aliases/${id}`)
  await cool(name, 29)
  await forget()
  expect(await mine.get(`/v1/aliases/${id}`)).toMatchObject({
    value: name,
    status: 'released',
    metadata: { note: 'Called about her moving' },
  })
  await cool(name, 2)
  await forget()
  expect(await kept(name)).toEqual([])
  expect(await mine.get(`/v1/aliases/${id}`)).toMatchObject({
    id,
    value: '',
    identity: before.identity,
    created: before.created,
    status: 'released',
    verification: 'none',
    verified_at: null,
    verified_method: null,
    external_reference: `ref ${name}`,
    metadata: {},
  })
  const { id: identity } = await mine.identity()
  expect(await mine.username(identity, name)).toMatchObject({ value: name })
})

test('an alias taken by another owner after the cooldown stays theirs', async () => {
  const { id, name } = await released()
  await cool(name, 31)
  const { id: identity } = await mine.identity()
  const taken = await mine.username(identity, name)
  await forget()
  expect(await mine.get(`/v1/aliases/${id}`)).toMatchObject({ value: '' })
  expect(await mine.get(`/v1/aliases/${taken.id}`)).toMatchObject({ value: name, status: 'registered' })
  expect((await mine.resolve(`@${name}`)).status).toBe(200)
  expect(await server.query`select available_at from alias_reservation where skeleton = ${name}`).toEqual([
    { available_at: null },
  ])
})

test('an alias that is registered, or claimed, is left alone', async () => {
  const { id: identity } = await mine.identity()
  const name = freshName()
  await mine.username(identity, name)
  const { name: claimed } = await released()
  await cool(claimed, 31)
  await server.query`update alias_reservation set claim_id = gen_random_uuid() where skeleton = ${claimed}`
  await forget()
  expect(await kept(name)).toHaveLength(2)
  expect(await kept(claimed)).toHaveLength(2)
})

test('creates that race the forgetting get the alias once', async () => {
  const names = []
  for (let n = 0; n < 10; n++) {
    const { name } = await released()
    await cool(name, 31)
    names.push(name)
  }
  const { id: identity } = await mine.identity()
  const create = (value: string) => owner.post('/v1/aliases', { identity, type: 'username', value })
  const [, ...answers] = await Promise.all([forget(), ...names.flatMap((name) => [create(name), create(name)])])
  const statuses = (answers as Awaited<ReturnType<typeof create>>[]).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  expect(statuses.filter((status) => status === 409)).toHaveLength(10)
})
