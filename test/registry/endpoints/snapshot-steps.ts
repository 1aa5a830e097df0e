import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Database } from '../../../src/database/orm.ts'
import type { Call } from '../../../src/kernel/call.ts'
import { endpointRecord, markEndpoint } from '../../../src/registry/binding.ts'
import { refreshSnapshots } from '../../../src/registry/endpoints/snapshot-store.ts'
import { importValues } from '../../support/importing.ts'
import type { TestServer } from '../../support/server.ts'

/** Two identities of one owner, and whatever their endpoints have become. Ids are the public ones, but for `uuids`. */
export type World = {
  server: TestServer
  callOf: (idempotencyKey?: string) => Call
  consumerId: string
  identities: string[]
  uuids: string[]
  names: string[]
  /** Ids of all endpoints that there were when the round began, removed ones too. */
  endpoints: string[]
  /** Gives the projections a new key; or is stopped when it has sealed them again, so that a later one goes on. */
  rotate: (isStopped: boolean) => Promise<void>
}

export type Step = { name: string; take: (world: World) => Promise<unknown> }

const destinations = [
  ['crypto_wallet', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['bank_account', 'DE89370400440532013000'],
  ['mobile_money', '+254712345678'],
  ['payment_pointer', '$pay.example/ann'],
  ['upi', 'ann.smith@okbank'],
  ['pix_key', '+5511987654321'],
  ['lightning_address', 'ann.smith@pay.example'],
] as const
const capabilities = [
  [],
  [{ asset: 'USDC', network: 'base', rail: 'onchain' }],
  [
    { asset: 'EUR', rail: 'sepa "q" \\ ü', minAmount: 0.1, supportsInstant: true },
    { asset: 'USD', network: 'ach', rail: 'x', maxAmount: 5 },
  ],
]
const levels = ['public', 'public', 'consent_required', 'unlisted', 'private']

const who = fc.nat(1)
const which = fc.nat(30)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const fields = {
  privacyLevel: maybe(fc.constantFrom(...levels)),
  priority: maybe(fc.constantFrom(0, 1, 1, 2.5, -3, 1e-7, 1e300)),
  capabilities: maybe(fc.constantFrom(...capabilities)),
}

const step = <T>(
  weight: number,
  name: string,
  arbitrary: fc.Arbitrary<T>,
  take: (world: World, drawn: T) => Promise<unknown>,
): fc.WeightedArbitrary<Step> => ({
  weight,
  arbitrary: arbitrary.map((drawn) => ({ name, take: (world) => take(world, drawn), toString: () => name })),
})

const endpointAt = ({ endpoints }: World, index: number) =>
  endpoints[index % Math.max(1, endpoints.length)] ?? 'end_none'

/** A writer that doesn't lock the identity beforehand: what keeps its snapshot right is `refreshSnapshots` alone. */
async function insertBare(trx: Database, { uuids, server }: World, at: number): Promise<void> {
  const id = randomUUID()
  const { keyring } = server.app
  const { consumer_id: consumerId } = await trx
    .selectFrom('identity')
    .select('consumer_id')
    .where('id', '=', uuids[at]!)
    .executeTakeFirstOrThrow()
  const place = { id, livemode: false, identityId: uuids[at]!, consumerId, type: 'mobile_money' }
  const address = keyring.seal('address', endpointRecord(place), false, 'x')
  const projection = keyring.seal('projection', endpointRecord(place), false, '{"last4":"1234"}')
  await trx
    .insertInto('endpoint')
    .values({
      id,
      livemode: false,
      identity_id: uuids[at]!,
      type: 'mobile_money',
      privacy_level: 'public',
      capabilities: '[]' as never,
      address,
      projection,
      mark: markEndpoint(keyring, place, []),
    })
    .execute()
  await refreshSnapshots(trx, [uuids[at]!])
}

export class Abandoned extends Error {}

export const steps: fc.Arbitrary<Step> = fc.oneof(
  step(
    8,
    'create',
    fc.record({ ...fields, who, kind: fc.nat(destinations.length - 1), key: maybe(fc.constant(0)) }),
    ({ server, callOf, identities }, { who, kind, key, ...rest }) => {
      const [type, address] = destinations[kind]!
      const input = { identity: identities[who]!, type, address, ...rest }
      return server.app.services.endpoints.create(callOf(key === undefined ? undefined : `${who}${kind}${key}`), input)
    },
  ),
  step(
    6,
    'update',
    fc.record({ ...fields, which, status: maybe(fc.constantFrom('active', 'disabled')) }),
    (world, { which, ...patch }) =>
      world.server.app.services.endpoints.update(world.callOf(), endpointAt(world, which), patch),
  ),
  step(3, 'remove', fc.record({ which, key: maybe(fc.nat(1)) }), (world, { which, key }) =>
    world.server.app.services.endpoints.remove(
      world.callOf(key === undefined ? undefined : `remove${which}${key}`),
      endpointAt(world, which),
    ),
  ),
  step(
    3,
    'status',
    fc.record({ who, status: fc.constantFrom('active', 'active', 'suspended', 'suspended', 'closed') }),
    ({ server, callOf, identities }, { who, status }) =>
      server.app.services.identities.update(callOf(), identities[who]!, { status }),
  ),
  step(
    3,
    'import',
    fc.record({ who, count: fc.integer({ min: 1, max: 4 }), isDryRun: fc.boolean() }),
    ({ server, consumerId, identities }, { who, count, isDryRun }) => {
      const lines = Array.from({ length: count }, (_, index) => ({
        object: 'endpoint',
        // Some are made, some are given another address.
        ref: `imported ${who} ${index}`,
        identity: identities[(who + index) % 2],
        type: 'bank_account',
        address: count % 2 === 0 ? destinations[1][1] : 'GB82WEST12345698765432',
        capabilities: [{ asset: 'EUR', rail: 'sepa' }],
      }))
      return importValues(server, consumerId, lines, { isDryRun, batchSize: 3 })
    },
  ),
  step(3, 'bare insert', who, (world, at) =>
    world.server.app.db.transaction().execute((trx) => insertBare(trx, world, at)),
  ),
  step(2, 'abandoned insert', who, (world, at) =>
    world.server.app.db.transaction().execute(async (trx) => {
      await insertBare(trx, world, at)
      throw new Abandoned()
    }),
  ),
  step(1, 'reencrypt', fc.boolean(), ({ rotate }, isStopped) => rotate(isStopped)),
)
