import { type CompiledQuery, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createApiKeys } from '../../src/access/api-keys/service.ts'
import { createRequests } from '../../src/access/requests/service.ts'
import { createAudit } from '../../src/audit/service.ts'
import { readLog } from '../../src/audit/store.ts'
import { createConsentGrants } from '../../src/consent/grants/service.ts'
import { createPurposes } from '../../src/consent/purposes.ts'
import { createConsentRequests } from '../../src/consent/requests/service.ts'
import type { Database } from '../../src/database/orm.ts'
import { type Read, readPages } from '../../src/database/pages.ts'
import type { ReadLists } from '../../src/database/read-pool.ts'
import { createEvents } from '../../src/events/service.ts'
import type { Call } from '../../src/kernel/call.ts'
import { encodeId, noId } from '../../src/kernel/id.ts'
import type { Page } from '../../src/kernel/page.ts'
import { createClaims } from '../../src/ownership/claims/service.ts'
import { createAliases } from '../../src/registry/aliases/service.ts'
import { createEndpoints } from '../../src/registry/endpoints/service.ts'
import { createIdentities } from '../../src/registry/identities/service.ts'
import { createOpening } from '../../src/registry/notes/opening.ts'
import { createNotes } from '../../src/registry/notes/sealing.ts'
import { createReleases } from '../../src/releases/service.ts'
import { readOwnedEndpoints } from '../../src/releases/store.ts'
import { createDisclosures } from '../../src/resolution/disclosures/service.ts'
import { paging } from '../../src/surfaces/rest/lists.ts'
import { routes } from '../../src/surfaces/rest/routes.ts'
import { createWebhookDeliveries } from '../../src/webhooks/deliveries/service.ts'
import { createWebhooks } from '../../src/webhooks/service.ts'
import { callOf } from '../support/call.ts'
import { forTests, startTestServer } from '../support/server.ts'

/*
 * Every list with every combination of its filters, over tables that hold a great deal of what the filters leave out, must
 * read little more than its page. PostgreSQL itself says how much it read.
 */

const many = 12_000
/** Pages (8 KiB) that a list may touch, and rows that it may read for one page: a scan touches hundreds, and reads thousands. */
const mostBuffers = 300
const mostRows = 500

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

let call: Call
let plans: Node[] = []

const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
const readBy = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
  node['Actual Loops']

const read: Read = async (statement) => {
  const { sql: text, parameters } = statement.compile(server.app.db)
  const explained = await server.app.pool.query(`explain (analyze, buffers, format json) ${text}`, [...parameters])
  plans.push(explained.rows[0]['QUERY PLAN'][0].Plan)
  return (await server.app.pool.query(text, [...parameters])).rows
}
const readLists: ReadLists = (_, ...asked) => readPages(read, ...asked)

const ids = {
  owner: '',
  other: '00000000-0000-4000-8000-0000000000aa',
  absent: '00000000-0000-4000-8000-0000000000ff',
  identity: '00000000-0000-4000-8000-000000000001',
  webhook: '00000000-0000-4000-8000-000000000002',
  alias: '00000000-0000-4000-8000-000000000003',
}

/**
 * The bulk of every table; what the filters of the table below ask for is not among it. Rows of partitioned tables lie ahead: there are
 * partitions, on the first day of a week too.
 */
const bulk = () => `
insert into consumer (id, name) values ('${ids.other}', 'other');
insert into identity (id, livemode, consumer_id, type, status, default_privacy_level) values
  ('${ids.identity}', false, '${ids.owner}', 'user', 'active', 'public');
insert into identity (id, livemode, consumer_id, type, status, default_privacy_level, display_name, display_name_folded, created_at)
  select gen_random_uuid(), false, case n % 4 when 0 then '${ids.other}'::uuid else '${ids.owner}' end,
    case when n % 2 = 0 then 'user' else 'merchant' end, case when n % 2 = 0 then 'active' else 'closed' end, 'public',
    'Name ' || n, 'name ' || n, now() - n * interval '1 second' from generate_series(1, ${many}) n;
insert into alias (id, livemode, identity_id, type, value, skeleton, norm_version, status, created_at)
  select gen_random_uuid(), false, '${ids.identity}', 'username', 'u' || n, 'u' || n, 1, 'released', now() - n * interval '1 second'
  from generate_series(1, ${many}) n;
insert into alias (id, livemode, identity_id, type, value, skeleton, norm_version, status, created_at)
  select gen_random_uuid(), false, i.id, 'username', 'x' || row_number() over (), 'x' || row_number() over (), 1, 'registered', i.created_at
  from identity i where i.id <> '${ids.identity}';
insert into endpoint (id, livemode, identity_id, type, address, created_at)
  select gen_random_uuid(), false, i.id, 'crypto_wallet', '', i.created_at from identity i where i.id <> '${ids.identity}';
insert into endpoint (id, livemode, identity_id, type, removed_at, created_at)
  select gen_random_uuid(), false, '${ids.identity}', 'crypto_wallet', now(), now() - n * interval '1 second'
  from generate_series(1, ${many}) n;
insert into consent_grant (id, livemode, identity_id, consumer_id, owner_id, covers_all, status, created_at)
  select gen_random_uuid(), false, i.id, '${ids.other}', i.consumer_id, true, 'active', i.created_at from identity i where i.consumer_id = '${ids.other}';
insert into alias (id, livemode, identity_id, type, value, skeleton, norm_version, status, created_at) values
  ('${ids.alias}', false, '${ids.identity}', 'username', 'covered', 'covered', 1, 'registered', now());
insert into consumer (id, name) select gen_random_uuid(), 'grantee ' || n from generate_series(1, ${many}) n;
insert into consent_grant (id, livemode, identity_id, consumer_id, owner_id, covers_all, covers_aliases, covers_endpoints, status, created_at)
  select gen_random_uuid(), false, '${ids.identity}', c.id, '${ids.owner}', false, array[gen_random_uuid()],
    array[gen_random_uuid(), gen_random_uuid()], 'active', now() - row_number() over () * interval '1 second'
  from consumer c where c.name like 'grantee %';
insert into consent_grant (id, livemode, identity_id, consumer_id, owner_id, covers_all, status, created_at)
  select gen_random_uuid(), false, '${ids.identity}', c.id, '${ids.owner}', true, 'revoked', now() - row_number() over () * interval '1 second'
  from consumer c where c.name like 'grantee %';
insert into consent_request (id, livemode, consumer_id, type, value, skeleton, open, expires_at, created_at)
  select gen_random_uuid(), false, '${ids.other}', 'username', 'x', 'x', false, now(), now() - n * interval '1 second'
  from generate_series(1, ${many}) n;
insert into sealing_key (id, livemode, consumer_id, x, usable_at) values ('${ids.webhook}', false, '${ids.other}', 'x', now());
insert into release (id, livemode, consumer_id, identity_id, alias_id, endpoint_id, sealing_key_id, status, alias_type, expires_at, created_at)
  select gen_random_uuid(), false, case n % 4 when 0 then '${ids.owner}'::uuid else '${ids.other}' end, '${ids.identity}', gen_random_uuid(),
    gen_random_uuid(), '${ids.webhook}', 'expired', 'username', now(), now() - n * interval '1 second' from generate_series(1, ${many}) n;
insert into claim (id, livemode, consumer_id, identity_id, kind, type, value, skeleton, norm_version, status, deadline, created_at)
  select gen_random_uuid(), false, '${ids.other}', '${ids.identity}', 'ownership', 'phone', '+1', '+1', 1, 'expired', now(), now() - n * interval '1 second'
  from generate_series(1, ${many}) n;
insert into disclosure_record (id, livemode, identity_id, consumer_id, alias_id, endpoint_ids, request_id, created_at)
  select gen_random_uuid(), false, '${ids.identity}', '${ids.other}', gen_random_uuid(), '{}', gen_random_uuid(), now() + n * interval '1 second'
  from generate_series(1, ${many}) n;
insert into webhook (id, livemode, consumer_id, url, enabled_events) values
  ('${ids.webhook}', false, '${ids.owner}', 'https://hooks.example/', '{*}');
insert into webhook (id, livemode, consumer_id, url, enabled_events, removed_at, created_at)
  select gen_random_uuid(), false, '${ids.owner}', 'https://hooks.example/', '{*}', now(), now() - n * interval '1 second'
  from generate_series(1, ${many}) n;
insert into event (id, livemode, consumer_id, grantee_id, type, created_at)
  select gen_random_uuid(), n % 2 = 0, '${ids.other}', case when n % 2 = 0 then '${ids.owner}'::uuid end, 'identity.created',
    now() + n * interval '1 second' from generate_series(1, ${many}) n;
insert into event (id, livemode, consumer_id, type, delivered, created_at, subjects, actor_type, actor_id, actor_consumer_id)
  select gen_random_uuid(), false, '${ids.owner}', 'webhook.created', false, date_trunc('milliseconds', now()) + n * interval '1 second',
    array['${encodeId('identity', ids.identity)}'], 'api_key', '${ids.webhook}', '${ids.owner}' from generate_series(1, ${many}) n;
insert into audit_subject (consumer_id, subject, at, id, delivered)
  select consumer_id, '${ids.identity}', created_at, id, delivered from event where consumer_id = '${ids.owner}';
insert into event_notice (id, livemode, consumer_id, type, created_at)
  select gen_random_uuid(), n % 2 = 0, '${ids.other}', 'webhook.test', now() + n * interval '1 second' from generate_series(1, ${many}) n;
insert into event_body (id, livemode, created_at, type, body) select id, livemode, created_at, type, '{}' from event;
insert into webhook_delivery (id, livemode, event_id, event_created_at, webhook_id, kind, state, created_at)
  select gen_random_uuid(), false, e.id, e.created_at, '${ids.webhook}', 'redelivery',
    case when n % 2 = 0 then 'delivered' else 'exhausted' end, now() + n * interval '1 second'
  from generate_series(1, ${many}) n, (select id, created_at from event where not livemode limit 1) e;
insert into request_record (id, livemode, consumer_id, key_id, operation, status, code, duration_ms, created_at)
  select gen_random_uuid(), n % 3 = 0, case n % 2 when 0 then '${ids.other}'::uuid else '${ids.owner}' end, '${ids.webhook}',
    'Query.resolve', 404, 'alias_not_found', 5, now() + n * interval '1 second' from generate_series(1, ${many}) n;
insert into api_key (id, consumer_id, livemode, scopes, hash, prefix, last4, created_at)
  select gen_random_uuid(), '${ids.other}', false, '{}', decode(md5(n::text), 'hex'), 'spk', '0000', now() - n * interval '1 second'
  from generate_series(1, ${many}) n;
`

const server = forTests(startTestServer)
beforeAll(async () => {
  const { consumerId } = await server.key()
  ids.owner = consumerId
  call = callOf({ consumerId })
  // One by one: together they take longer than a statement may.
  for (const statement of bulk().split(/;\n/)) await server.app.pool.query(statement)
  for (const table of ['alias', 'endpoint'])
    await server.app.pool.query(
      `update ${table} t set consumer_id = i.consumer_id from identity i where i.id = t.identity_id`,
    )
  await server.app.pool.query('vacuum analyze')
}, 60_000)

type Filter = Record<string, string>

/** The filters of each list of REST, by the last step of its path. */
const filters = Object.fromEntries(
  routes.flatMap(({ path, query = {} }) => {
    const names = Object.keys(query).filter((name) => !Object.hasOwn(paging, name))
    const list = path
      .split('/')
      .at(-1)!
      .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const isOfIdentity = path.startsWith('/v1/identities/:id/') && list === 'aliases'
    // The changes feed is no list of one table (test/registry/changes/plan.test.ts), and counts of usage are found by their key.
    return names.length > 0 && !isOfIdentity && ![':id', 'changes', 'usage', 'keys'].includes(list)
      ? [[list, names.sort()]]
      : []
  }),
)

/** Filters of which each stands with every combination of the others: together they would be thousands. */
const alone: Filter[] = [
  { external_reference: 'nobody' },
  ...['created', 'updated'].flatMap((field) => [
    { [`${field}[gte]`]: '2100-01-01' },
    { [`${field}[gt]`]: '2100-01-01' },
    { [`${field}[lte]`]: '2000-01-01' },
    { [`${field}[lt]`]: '2000-01-01' },
  ]),
]
const ofRecords = alone

/** The names of REST as the services have them. */
function filterOf(filter: Filter): never {
  const { external_reference, display_name, ...others } = filter
  const range = (field: string) =>
    Object.fromEntries(
      ['gte', 'gt', 'lte', 'lt'].flatMap((bound) =>
        others[`${field}[${bound}]`] === undefined ? [] : [[bound, new Date(others[`${field}[${bound}]`]!)]],
      ),
    )
  return {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !name.includes('['))),
    externalReference: external_reference,
    displayName: display_name,
    created: range('created'),
    updated: range('updated'),
  } as never
}

type List = {
  /** More filters, each as it is sent alone. */
  alone?: readonly Filter[]
  /** The filters that the list has, each with values that match little or nothing; null leaves it out. */
  filters?: Record<string, readonly (string | null)[]>
  table: string
  cursor: Parameters<typeof encodeId>[0]
  of: (page: Page, filter: Filter) => Promise<unknown>
}

const identity = () => [encodeId('identity', ids.identity)]
const deps = () =>
  ({
    ...server.app,
    db: server.app.db,
    readLists,
    notes: createNotes(server.app.keyring),
    openRows: createOpening(server.app.limits),
    purposes: createPurposes(server.app.keyring),
  }) as never
const time = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

const lists: Record<string, List> = {
  identities: {
    filters: { type: [null, 'machine', 'merchant', 'user'], status: [null, 'suspended', 'active', 'closed'] },
    table: 'identity',
    cursor: 'identity',
    alone: [
      ...ofRecords,
      { alias: '@u7' },
      { alias: '@nobody' },
      { display_name: 'nobody' },
      { display_name: 'Name 77' },
    ],
    of: (page, filter) => createIdentities(deps()).list(call, page, filterOf(filter)),
  },
  aliases: {
    filters: { status: [null, 'registered', 'released', 'transferred'] },
    alone: [
      ...ofRecords,
      { type: 'username', value: 'nobody' },
      { type: 'username', value: '@u7' },
      { identity: encodeId('identity', ids.identity) },
      { identity: encodeId('identity', ids.absent) },
    ],
    table: 'alias',
    cursor: 'alias',
    of: (page, filter) => createAliases(deps()).list(call, page, filterOf(filter)),
  },
  'aliases of an identity': {
    table: 'alias',
    cursor: 'alias',
    of: (page) => createAliases(deps()).listOf(call, identity(), page, {}),
  },
  'released aliases of an identity': {
    table: 'alias',
    cursor: 'alias',
    of: (page) => createAliases(deps()).listOf(call, identity(), page, { status: 'released' }),
  },
  endpoints: {
    filters: { status: [null, 'active', 'disabled', 'removed'] },
    alone: [
      ...ofRecords,
      { identity: encodeId('identity', ids.identity) },
      { identity: encodeId('identity', ids.absent) },
    ],
    table: 'endpoint',
    cursor: 'endpoint',
    of: (page, filter) => createEndpoints(deps()).list(call, page, filterOf(filter)),
  },
  'endpoints of an identity': {
    table: 'endpoint',
    cursor: 'endpoint',
    of: (page) => createEndpoints(deps()).listOf(call, identity(), page),
  },
  disclosures: {
    filters: {
      consumer: [null, encodeId('consumer', ids.absent), encodeId('consumer', ids.other)],
      since: [null, '2100-01-01'],
      until: [null, '2000-01-01'],
      kind: [null, 'destination'],
      verdict: [null, 'no_match'],
      request_id: [null, encodeId('request', ids.absent)],
    },
    table: 'disclosure_record',
    cursor: 'disclosureRecord',
    of: (page, { consumer, since, until, kind, verdict, request_id }) =>
      createDisclosures(deps()).listOf(call, identity(), page, {
        ...{ consumer, kind, verdict, requestId: request_id, since: time(since), until: time(until) },
      }),
  },
  consentGrants: {
    filters: { role: ['owner', 'grantee'] },
    alone: [
      { alias: encodeId('alias', ids.alias) },
      { alias: encodeId('alias', ids.absent) },
      { endpoint: encodeId('endpoint', ids.absent) },
    ],
    table: 'consent_grant',
    cursor: 'consentGrant',
    of: (page, { role, ...covered }) =>
      createConsentGrants(deps()).list(
        call,
        page,
        Object.keys(covered).length > 0 ? 'owner' : (role as never),
        covered,
      ),
  },
  'consentGrants of an identity': {
    table: 'consent_grant',
    cursor: 'consentGrant',
    of: (page) => createConsentGrants(deps()).listOf(call, identity(), page),
  },
  consentRequests: {
    filters: { direction: ['outgoing', 'incoming'] },
    table: 'consent_request',
    cursor: 'consentRequest',
    of: (page, { direction }) => createConsentRequests(deps()).list(call, page, direction as never),
  },
  claims: {
    filters: { direction: ['outgoing', 'incoming'] },
    table: 'claim',
    cursor: 'claim',
    of: (page, { direction }) => createClaims(deps()).list(call, page, (direction ?? 'outgoing') as never),
  },
  releases: { table: 'release', cursor: 'release', of: (page) => createReleases(deps()).list(call, page) },
  webhooks: { table: 'webhook', cursor: 'webhook', of: (page) => createWebhooks(deps()).list(call, page) },
  deliveries: {
    filters: { state: [null, 'pending', 'cancelled', 'delivered'] },
    table: 'webhook_delivery',
    cursor: 'delivery',
    of: (page, filter) => createWebhookDeliveries(deps()).list(call, encodeId('webhook', ids.webhook), page, filter),
  },
  events: {
    alone: [
      { type: 'identity.created' },
      { type: 'alias.released' },
      { object: encodeId('endpoint', ids.absent) },
      { object: encodeId('identity', ids.identity) },
      { request: encodeId('request', ids.absent) },
      { object: encodeId('identity', ids.identity), request: encodeId('request', ids.absent) },
      ...alone.filter((filter) => Object.keys(filter)[0]!.startsWith('created')),
    ],
    table: 'event_heard',
    cursor: 'event',
    of: (page, filter) => createEvents(deps()).list(call, page, filterOf(filter)),
  },
  requests: {
    alone: [
      { operation: 'Query.resolve' },
      { operation: 'Query.nobody' },
      { status: '404' },
      { status: '599' },
      { code: 'alias_not_found' },
      { code: 'limit_reached' },
      { key: encodeId('apiKey', ids.webhook) },
      { key: encodeId('apiKey', ids.absent) },
      { since: '2100-01-01' },
      { until: '2000-01-01' },
    ],
    table: 'request_record',
    cursor: 'request',
    of: (page, { status, since, until, ...filter }) =>
      createRequests({ readLists }).list(call, page, {
        ...filter,
        status: status === undefined ? undefined : Number(status),
        since: time(since),
        until: time(until),
      }),
  },
  audit: {
    alone: [
      { kind: 'webhook.created' },
      { kind: 'identity.created' },
      { kind: 'alias.*' },
      { subject: encodeId('endpoint', ids.absent) },
      { subject: encodeId('identity', ids.identity) },
      { subject: encodeId('identity', ids.absent) },
      { actor: encodeId('apiKey', ids.webhook) },
      { actor: encodeId('apiKey', ids.absent) },
      { actor: encodeId('consumer', ids.other) },
      { actor: 'cli' },
      { since: '2100-01-01' },
      { until: '2000-01-01' },
    ],
    table: 'event',
    cursor: 'auditEntry',
    of: (page, { since, until, ...filter }) =>
      createAudit({ ...(deps() as object), disclosures: createDisclosures(deps()) } as never).list(call, page, {
        ...filter,
        since: time(since),
        until: time(until),
      }),
  },
  apiKeys: { table: 'api_key', cursor: 'apiKey', of: (page) => createApiKeys(deps()).list(call, page) },
}

const combinations = (of: NonNullable<List['filters']>): Filter[] =>
  Object.entries(of).reduce<Filter[]>(
    (made, [name, values]) =>
      made.flatMap((filter) => values.map((value) => (value === null ? filter : { ...filter, [name]: value }))),
    [{}],
  )

const cases = Object.entries(lists).flatMap(([name, list]) =>
  combinations(list.filters ?? {}).flatMap((filter) =>
    [{}, ...(list.alone ?? [])].flatMap((one) =>
      (['after', 'before'] as const).map((direction) => ({ name, list, filter: { ...filter, ...one }, direction })),
    ),
  ),
)

test('the table below has every filter of every list', () => {
  const known = Object.fromEntries(
    Object.entries(lists).flatMap(([name, { filters = {}, alone = [] }]) => {
      const names = new Set([...Object.keys(filters), ...alone.flatMap((filter) => Object.keys(filter))])
      return names.size > 0 ? [[name, [...names].sort()]] : []
    }),
  )
  expect(known).toEqual(filters)
})

/** A row in the middle of what the list belongs to, if it has any. */
async function middle({ table, of }: List, page: Page, filter: Filter): Promise<string | null> {
  const { rows } = await server.app.pool.query(
    `select id from ${table} order by created_at offset ${many / 2} limit 50`,
  )
  for (const { id } of rows) {
    const cursor = encodeId(Object.values(lists).find((list) => list.of === of)!.cursor, id)
    const isRow = await of({ ...page, cursor }, filter).then(
      () => true,
      () => false,
    )
    if (isRow) return cursor
  }
  return null
}

/**
 * Disclosure records have no index that holds the consumer or the request: a filter by one of them reads what the
 * identity has within `since` and `until`.
 */
const rowsFor = ({ list, filter }: (typeof cases)[number]): number =>
  list === lists.disclosures &&
  (filter.consumer !== undefined || filter.request_id !== undefined) &&
  !filter.since &&
  !filter.until &&
  !filter.kind &&
  !filter.verdict
    ? many
    : mostRows

async function expectShort(one: (typeof cases)[number], cursor: string | null) {
  const { name, list, filter, direction } = one
  plans = []
  await list.of({ limit: 10, direction, cursor }, filter)
  expect(plans).not.toHaveLength(0)
  for (const plan of plans) {
    const told = `${name} ${JSON.stringify(filter)} ${direction} ${cursor}\n${JSON.stringify(plan, null, 1)}`
    const rows = Math.max(...nodes(plan).map(readBy))
    expect(rows, told).toBeLessThanOrEqual(rowsFor(one))
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], told).toBeLessThanOrEqual(mostBuffers)
  }
}

test.each(cases)('$name $filter $direction reads little more than its page', async (one) => {
  await expectShort(one, null)
  const cursor = await middle(one.list, { limit: 10, direction: one.direction, cursor: null }, one.filter)
  if (cursor) await expectShort(one, cursor)
})

/** The database, whose statements are explained too. */
const explaining = () =>
  ({
    getExecutor: () => {
      const executor = server.app.db.getExecutor()
      const executeQuery = async (query: CompiledQuery) => {
        const explained = await server.app.pool.query(`explain (analyze, buffers, format json) ${query.sql}`, [
          ...query.parameters,
        ])
        plans.push(explained.rows[0]['QUERY PLAN'][0].Plan)
        return executor.executeQuery(query)
      }
      return {
        executeQuery,
        transformQuery: executor.transformQuery.bind(executor),
        compileQuery: executor.compileQuery.bind(executor),
      }
    },
  }) as unknown as Database

const mostRead = () => Math.max(...plans.flatMap(nodes).map(readBy))

test('an export of addresses reads little more than each page, in the order of its index', async () => {
  const owner = { consumerId: ids.owner, livemode: false }
  const found: string[] = []
  for (let after = noId; ; after = found.at(-1)!) {
    plans = []
    const page = await readOwnedEndpoints(explaining(), owner, { after, limit: 200 })
    expect(mostRead(), JSON.stringify(plans, null, 1)).toBeLessThanOrEqual(mostRows)
    if (page.length === 0) break
    found.push(...page.map(({ id }) => id))
  }
  const { rows } = await server.app.pool.query(
    'select id from endpoint where consumer_id = $1 and removed_at is null and address is not null order by created_at, id',
    [ids.owner],
  )
  expect(found).toEqual(rows.map(({ id }) => id))
  expect(found.length).toBeGreaterThan(many / 2)
}, 60_000)

test('an export of the audit log reads no page by sorting the whole log', async () => {
  const log = { consumer_id: ids.owner, livemode: false }
  const found: string[] = []
  for (let place: Awaited<ReturnType<typeof readLog>>[number] | null = null; ; ) {
    plans = []
    const page = await readLog(explaining(), log, { since: null, until: null }, place)
    // The last few pages are sorted: a third of the log is not much more than a page.
    expect(mostRead(), JSON.stringify(plans, null, 1)).toBeLessThanOrEqual(many / 2)
    found.push(...page.map(({ id }) => id))
    place = page.at(-1) ?? null
    if (!place) break
  }
  const { rows } = await server.app.pool.query(
    'select id from event where consumer_id = $1 and not livemode order by created_at, id',
    [ids.owner],
  )
  expect(found).toEqual(rows.map(({ id }) => id))
  expect(found.length).toBeGreaterThanOrEqual(many)
}, 60_000)

test('this test sees a list whose filter has no index', async () => {
  plans = []
  const unindexed = {
    table: 'identity',
    kind: 'identity',
    belongs: sql<boolean>`t.consumer_id = q.id and t.livemode = false`,
    shown: sql<boolean>`t.display_name = 'nobody'`,
  } as const
  await readPages(read, unindexed, [ids.owner], { limit: 10, direction: 'after', cursor: null })
  expect(Math.max(...plans.flatMap(nodes).map(readBy))).toBeGreaterThan(mostRows)
})
