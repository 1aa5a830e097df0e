import { beforeAll, expect, test } from 'vitest'
import { operatorCall } from '../../src/cli/app.ts'
import { decodeId, encodeId } from '../../src/kernel/id.ts'
import { adminRoutes } from '../../src/surfaces/rest/admin/routes.ts'
import { payerKey } from '../support/open-release.ts'
import { forTests, startTestServer } from '../support/server.ts'

let [payeeName, sealingKey] = ['', '']
const server = forTests(startTestServer)
const tenant = forTests(() => server.key({ consumer: 'tenant' }))
const spare = forTests(() => server.key({ consumer: 'tenant' }))
const unused = forTests(() => server.key({ consumer: 'tenant' }))
beforeAll(async () => {
  const send = async (path: string, body: object, { key } = tenant) =>
    (await server.send('POST', path, { key, body })).body.id
  const identity = await send('/v1/identities', { type: 'user' })
  payeeName = await send(`/v1/identities/${identity}/payee_names`, { kind: 'legal', name: 'Ann Lee' })
  // Of live keys alone the use begins later.
  const live = await server.key({ consumer: 'tenant', livemode: true })
  sealingKey = await send('/v1/sealing_keys', { jwk: (await payerKey()).jwk }, live)
})

type Row = { type: string; changed: string[] | null; log: string | null; actor_type: string; actor_id: string }

const entries = () =>
  server.query<Row>`select type, changed_fields as changed, consumer_id as log, actor_type, actor_id from event
    order by created_at, type`

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

type Tried = [work: () => Promise<unknown>, kinds: string[]]

const twice = (kind: string) => [kind, kind]
const everything = async (pages: AsyncIterable<unknown>) => void (await Array.fromAsync(pages))

/** The writes of the admin interface, which are the commands' too, and what each leaves: by hand. */
function commands(): Record<string, Tried> {
  const { consumers, consumerKeys, payeeNames, registryCommands, sealingKeys } = server.app.services
  const call = operatorCall(server.app)
  const owner = { consumerId: decodeId('consumer', tenant.consumer)!, livemode: false }
  return {
    'admin.createConsumer': [() => consumers.create(call, { name: 'another' }), ['operator.consumer_created operator']],
    'admin.renameConsumer': [
      () => consumers.update(call, 'tenant', { displayName: 'Tenant Ltd' }),
      twice('consumer.settings_changed tenant display_name'),
    ],
    'admin.renameConsumer attests': [
      () => consumers.update(call, 'tenant', { attests: true }),
      twice('consumer.settings_changed tenant attests'),
    ],
    'admin.renameConsumer group': [
      () => consumers.update(call, 'tenant', { group: 'Group' }),
      ['operator.group_changed operator'],
    ],
    'admin.setLimits': [
      () => consumers.setLimits(call, 'tenant', { misses: '2000 + 250/min' }),
      [...twice('consumer.settings_changed tenant limits'), 'operator.limits_changed operator'],
    ],
    'admin.suspendConsumer': [() => consumers.suspend(call, 'tenant'), twice('consumer.suspended tenant')],
    'admin.resumeConsumer': [() => consumers.resume(call, 'tenant'), twice('consumer.resumed tenant')],
    'admin.createKey': [
      () => consumerKeys.create(call, tenant.consumer, { livemode: false, scopes: ['resolve'] }),
      ['api_key.created tenant', 'operator.api_key_created operator'],
    ],
    'admin.rollKey': [() => consumerKeys.roll(call, spare.keyId, 60), ['api_key.rolled tenant']],
    'admin.revokeKey': [() => consumerKeys.revoke(call, unused.keyId), ['api_key.revoked tenant']],
    'admin.attestPayeeName': [() => payeeNames.attest(call, payeeName), ['payee_name.attested tenant']],
    'admin.activateSealingKey': [() => sealingKeys.activate(call, sealingKey), ['sealing_key.activated tenant']],
    'admin.export': [
      () => registryCommands.exportPage(call, owner, { after: null, limit: 1, since: null }),
      ['operator.exported operator'],
    ],
    'admin.export by the command': [
      () => everything(registryCommands.export(call, owner, { since: null })),
      ['operator.exported operator'],
    ],
    'admin.renormalize': [
      () => registryCommands.renormalize(call, { isApplied: true }),
      ['operator.renormalized operator'],
    ],
    'admin.renormalize, a plan': [() => registryCommands.renormalize(call, { isApplied: false }), []],
  }
}

test('the table has every write of the admin interface', () => {
  const writes = adminRoutes.filter(({ verb }) => verb !== 'GET').map(({ name }) => name)
  const tried = Object.keys(commands()).map((name) => name.split(/[ ,]/)[0]!)
  expect([...new Set(tried)].sort()).toEqual([...writes].sort())
})

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
  const { body } = await tenant.get('/v1/audit?limit=100')
  const kinds = body.data.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toContain('consumer.settings_changed')
  expect(kinds).toContain('consumer.suspended')
  expect(kinds.filter((kind: string) => kind.startsWith('operator.'))).toEqual([])
  const settings = body.data.find(({ kind }: { kind: string }) => kind === 'consumer.settings_changed')
  expect(settings).toMatchObject({ actor: { type: 'operator', id: 'cli', name: null }, subjects: [tenant.consumer] })
})
