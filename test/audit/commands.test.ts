import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorCall } from '../../src/cli/operator-call.ts'
import { encodeId } from '../../src/kernel/id.ts'
import { query } from '../support/registry.ts'
import { type Key, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let tenant: Key
beforeAll(async () => {
  server = await startTestServer()
  tenant = await server.key({ consumer: 'tenant' })
})
afterAll(() => server.close())

type Row = { type: string; changed: string[] | null; log: string | null; actor_type: string; actor_id: string }

const entries = () =>
  query<Row>(
    server,
    'select type, changed_fields as changed, consumer_id as log, actor_type, actor_id from event order by created_at, type',
  )

/** Entries that a command leaves: `kind log`, sorted. Each says that the operator did it. */
async function leaves(work: () => Promise<unknown>): Promise<string[]> {
  const before = (await entries()).length
  await work()
  const added = (await entries()).slice(before)
  for (const { actor_type, actor_id } of added) expect([actor_type, actor_id]).toEqual(['operator', 'cli'])
  return added
    .map(({ type, changed, log }) => [type, log === null ? 'operator' : 'tenant', ...(changed ?? [])].join(' '))
    .sort()
}

/** The operator's commands that write, and what each leaves: by hand. */
const commands = (): Record<string, [work: () => Promise<unknown>, kinds: string[]]> => {
  const { consumers, consumerKeys, audit } = server.app.services
  const call = operatorCall(server.app)
  const twice = (kind: string) => [`${kind}`, `${kind}`]
  return {
    'consumers create': [() => consumers.create(call, { name: 'another' }), ['operator.consumer_created operator']],
    'consumers rename': [
      () => consumers.update(call, 'tenant', { displayName: 'Tenant Ltd' }),
      twice('consumer.settings_changed tenant display_name'),
    ],
    'consumers attests': [
      () => consumers.update(call, 'tenant', { attests: true }),
      twice('consumer.settings_changed tenant attests'),
    ],
    'consumers group': [
      () => consumers.update(call, 'tenant', { group: 'Group' }),
      ['operator.group_changed operator'],
    ],
    'consumers limits': [
      () => consumers.setLimits(call, 'tenant', { misses: '2000 + 250/min' }),
      [...twice('consumer.settings_changed tenant limits'), 'operator.limits_changed operator'],
    ],
    'consumers suspend': [() => consumers.suspend(call, 'tenant'), twice('consumer.suspended tenant')],
    'consumers resume': [() => consumers.resume(call, 'tenant'), twice('consumer.resumed tenant')],
    'keys create': [
      () => consumerKeys.create(call, tenant.consumer, { livemode: false, scopes: ['resolve'] }),
      ['api_key.created tenant', 'operator.api_key_created operator'],
    ],
    export: [
      () => audit.noteCommand(call, 'operator.exported', { consumer: tenant.consumer }),
      ['operator.exported operator'],
    ],
    renormalize: [() => audit.noteCommand(call, 'operator.renormalized'), ['operator.renormalized operator']],
  }
}

test('each command leaves exactly its entries; what changes nothing leaves none', async () => {
  for (const [name, [work, kinds]] of Object.entries(commands()))
    expect([name, await leaves(work)]).toEqual([name, [...kinds].sort()])
  const { consumers } = server.app.services
  const call = operatorCall(server.app)
  expect(await leaves(() => consumers.update(call, 'tenant', { group: 'Group', attests: true }))).toEqual([])
  expect(await leaves(() => consumers.setLimits(call, 'tenant', { misses: '2000 + 250/min' }))).toEqual([])
  expect(await leaves(() => consumers.resume(call, 'tenant'))).toEqual([])
})

test('a command that is refused leaves none', async () => {
  const { consumers, consumerKeys } = server.app.services
  const call = operatorCall(server.app)
  const refused = (work: () => Promise<unknown>) => leaves(() => expect(work()).rejects.toThrow())
  const nobody = encodeId('consumer', '00000000-0000-4000-8000-000000000000')
  expect(await refused(() => consumers.create(call, { name: 'tenant' }))).toEqual([])
  expect(await refused(() => consumers.update(call, 'tenant', { name: 'another' }))).toEqual([])
  expect(await refused(() => consumers.setLimits(call, 'tenant', { misses: 'nonsense' }))).toEqual([])
  expect(await refused(() => consumers.suspend(call, nobody))).toEqual([])
  expect(await refused(() => consumerKeys.create(call, nobody, { livemode: false, scopes: ['resolve'] }))).toEqual([])
})

test('a tenant reads of its settings and of its suspension in its own log, and nothing of the operator’s', async () => {
  const { body } = await server.send('GET', '/v1/audit?limit=100', { key: tenant.key })
  const kinds = body.data.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toContain('consumer.settings_changed')
  expect(kinds).toContain('consumer.suspended')
  expect(kinds.filter((kind: string) => kind.startsWith('operator.'))).toEqual([])
  const settings = body.data.find(({ kind }: { kind: string }) => kind === 'consumer.settings_changed')
  expect(settings).toMatchObject({ actor: { type: 'operator', id: 'cli', name: null }, subjects: [tenant.consumer] })
})
