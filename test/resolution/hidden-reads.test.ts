import { randomUUID } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { mendSnapshots } from '../../src/registry/endpoints/snapshot-store.ts'
import { createResolutionFacts } from '../../src/resolution/batching.ts'
import { endpointsOf } from '../../src/resolution/endpoints.ts'
import type { LookUp, ResolutionFacts } from '../../src/resolution/facts-store.ts'
import { decide } from '../../src/resolution/policy.ts'
import { createNaiveFacts } from '../support/naive-snapshots.ts'
import { freshName, query, registryOf } from '../support/registry.ts'
import { forTests, startTestServer } from '../support/server.ts'

const server = forTests(startTestServer)
const holder = forTests(() => server.key())
const mine = registryOf(server, holder)
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve'] }))
beforeAll(async () => {
  await server.query`alter table alias drop constraint alias_privacy_level`
})

const lookUpOf = (value: string): LookUp => ({
  livemode: false,
  type: 'username',
  value,
  skeleton: value,
  consumerId: payer.consumerId,
})

const verdictOf = (facts: ResolutionFacts) => {
  const caller = { livemode: false, scopes: ['resolve'] }
  const verdict = decide({ ...facts, caller, endpoints: endpointsOf(facts) })
  return verdict.kind === 'resolved' ? { ids: verdict.disclosed.map(({ id }) => id), total: verdict.total } : 'hidden'
}

const levels = ['public', 'unlisted', 'private', 'consent_required', 'friends', 'PUBLIC', null]
const identityStatuses = ['active', 'suspended', 'closed']
const aliasStatuses = ['registered', 'released']
const covers = [
  { all: true, aliases: false, endpoints: false },
  { all: false, aliases: true, endpoints: false },
  { all: false, aliases: false, endpoints: true },
  { all: false, aliases: false, endpoints: false },
]
const grants = [
  null,
  ...covers.flatMap((cover) =>
    [
      { status: 'active', expires: null },
      { status: 'active', expires: '1 hour' },
      { status: 'active', expires: '-1 second' },
      { status: 'revoked', expires: null },
      { status: 'expired', expires: '-1 second' },
    ].map((state) => ({ ...cover, ...state })),
  ),
]

/** An identity with one alias, two endpoints and perhaps a grant, as rows. @returns the alias's value */
async function store(
  identityStatus: string,
  aliasStatus: string,
  level: string | null,
  grant: (typeof grants)[number],
): Promise<string> {
  const [identity, alias, open, consented] = Array.from({ length: 4 }, () => randomUUID())
  const value = `n${randomUUID().replaceAll('-', '')}`
  await server.query`insert into identity (id, livemode, consumer_id, type, status, default_privacy_level)
    select ${identity}, false, id, 'user', ${identityStatus}, 'public' from consumer where name = 'owner'`
  await query(
    server,
    `insert into alias (id, livemode, identity_id, type, value, skeleton, norm_version, privacy_level, status)
     values ($1, false, $2, 'username', $3, $3, 1, $4, $5)`,
    [alias, identity, value, level, aliasStatus],
  )
  await query(
    server,
    `insert into endpoint (id, livemode, identity_id, type, privacy_level, address)
     values ($1, false, $3, 'payment_pointer', 'public', 'x'), ($2, false, $3, 'payment_pointer', 'consent_required', 'x')`,
    [open, consented, identity],
  )
  if (grant) {
    await query(
      server,
      `insert into consent_grant (id, livemode, identity_id, consumer_id, covers_all, covers_aliases, covers_endpoints, status, expires_at)
       values (gen_random_uuid(), false, $1, $2, $3, $4, $5, $6, now() + $7::interval)`,
      [
        identity,
        payer.consumerId,
        grant.all,
        grant.aliases ? [alias] : [randomUUID()],
        grant.endpoints ? [consented] : [],
        grant.status,
        grant.expires,
      ],
    )
  }
  return value
}

test('over all combinations the read hides nothing that the policy discloses, and returns no fact of a hidden record', {
  timeout: 120_000,
}, async () => {
  const values: string[] = []
  for (const identityStatus of identityStatuses) {
    for (const aliasStatus of aliasStatuses) {
      for (const level of levels) {
        values.push(...(await Promise.all(grants.map((grant) => store(identityStatus, aliasStatus, level, grant)))))
      }
    }
  }
  await mendSnapshots(server.app.db)

  const facts = createResolutionFacts(server.app.pool)
  const naive = createNaiveFacts(server.app.pool)
  const lookUps = values.map(lookUpOf)
  const found = await Promise.all(lookUps.map((lookUp) => facts.load(lookUp)))
  const truths = await Promise.all(lookUps.map((lookUp) => naive.load(lookUp)))
  const absent = await facts.load(lookUpOf('nobodyatall'))
  let disclosed = 0
  for (const [index, truth] of truths.entries()) {
    expect(verdictOf(found[index]!)).toEqual(verdictOf(truth))
    if (verdictOf(truth) === 'hidden') expect(found[index]).toEqual(absent)
    else disclosed++
  }
  expect(values).toHaveLength(3 * 2 * 7 * 21)
  // Public and unlisted under every grant or none; consent_required under the four grants in force that cover it.
  expect(disclosed).toBe(2 * 21 + 4)
})

test('a snapshot that the disk holds apart is fetched for a disclosure and for nothing that is hidden', async () => {
  const { id } = await mine.identity()
  for (let n = 0; n < 30; n++) await mine.account(id)
  const open = (await mine.username(id)).value
  const closed = (await mine.username(id, freshName(), { privacy_level: 'private' })).value
  const asked = (await mine.username(id, freshName(), { privacy_level: 'consent_required' })).value
  await mine.grant(id, payer.consumer, { covers: { aliases: [(await mine.username(id)).id] } })

  const client = new Client({ connectionString: server.database.url })
  await client.connect()
  const scans = async (): Promise<number> => {
    const { rows } = await client.query(
      `select coalesce(pg_stat_get_xact_numscans(x.indexrelid), 0)::int as scans from pg_class c
       join pg_index x on x.indrelid = c.reltoastrelid where c.oid = 'identity'::regclass`,
    )
    return rows[0].scans
  }
  const fetches = async (value: string): Promise<number> => {
    await client.query('begin')
    const before = await scans()
    await createResolutionFacts(client as unknown as Pool).load(lookUpOf(value))
    const after = await scans()
    await client.query('commit')
    return after - before
  }
  const counts = [await fetches(open), await fetches(closed), await fetches(asked), await fetches('nobodyatall')]
  await client.end()
  expect(counts).toEqual([1, 0, 0, 0])
})

/** Counts the look-ups that reached the database. */
async function lookedUp(ask: () => Promise<{ status: number }>): Promise<number> {
  const spy = vi.spyOn(server.app.pool, 'query')
  expect((await ask()).status).toBe(200)
  const reads = spy.mock.calls.map(([config]) => config as unknown as { name?: string; values: unknown[][] })
  spy.mockRestore()
  return reads.filter(({ name }) => name === 'resolution-facts').reduce((sum, { values }) => sum + values[0]!.length, 0)
}

test('a request looks each alias up once, for all spellings and fields', async () => {
  const name = (await mine.username((await mine.identity()).id)).value
  const spellings = (count: number) =>
    Array.from({ length: count }, (_, n) => `${' '.repeat(n % 100)}@${name}${' '.repeat(n / 100)}`)
  for (const alias of [name, 'hidden.from.all']) {
    const copies = spellings(100).map((text) => text.replace(name, alias))
    const bulk = () =>
      payer.post('/v1/resolve/bulk', {
        items: [...copies.slice(0, 98), alias.toUpperCase(), { type: 'username', value: alias }],
      })
    expect(await lookedUp(bulk)).toBe(1)

    const document = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Resolution { identityId } } }`
    const of = spellings(1_000).map((text) => ({ __typename: 'Resolution', alias: text.replace(name, alias) }))
    expect(await lookedUp(() => payer.graphql(document, { of }))).toBe(1)

    const fields = `query ($a: ResolveInput!, $b: ResolveInput!, $items: [ResolveInput!]!) {
      a: resolve(input: $a) { identityId } b: resolve(input: $b) { identityId } c: resolveBulk(items: $items) { identityId } }`
    const variables = {
      a: { alias: `@${alias}` },
      b: { alias: `  @${alias} ` },
      items: [{ alias }, { alias: ` @${alias}` }],
    }
    expect(await lookedUp(() => payer.graphql(fields, variables))).toBe(1)
  }
})
