import { beforeAll, expect, test } from 'vitest'
import {
  beginning,
  type ChangedKind,
  changedKinds,
  feedStatement,
  type Position,
} from '../../../src/registry/changes/store.ts'
import { query, registryForTests } from '../../support/registry.ts'
import { forTests } from '../../support/server.ts'

/* A page of the changes feed reads little more than itself, whoever else has how much, and however much the owner has before it. */

const many = 12_000
const limit = 20
const mostBuffers = 300

type Node = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

const { server, owner } = registryForTests()
const other = forTests(() => server.key({ consumer: 'other' }))
beforeAll(async () => {
  for (const { consumerId } of [owner, other])
    await query(
      server,
      `with made as (insert into identity (id, livemode, consumer_id, type, default_privacy_level, changed)
         select gen_random_uuid(), n % 2 = 0, $1, 'user', 'public', n::text::xid8 from generate_series(1, ${many}) n
         returning id, livemode, consumer_id, changed)
       insert into endpoint (id, livemode, consumer_id, identity_id, type, address, changed)
         select gen_random_uuid(), livemode, consumer_id, id, 'crypto_wallet', '', changed from made`,
      [consumerId],
    )
  await server.query`analyze identity, endpoint`
})

const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
const readBy = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

async function planOf(after: Position): Promise<Node> {
  const kinds = Object.keys(changedKinds) as ChangedKind[]
  const caller = { consumerId: owner.consumerId, livemode: false }
  const { sql: text, parameters } = feedStatement(caller, kinds, after, limit).compile(server.app.db)
  const rows = await server.app.pool.query(`explain (analyze, buffers, format json) ${text}`, [...parameters])
  return rows.rows[0]['QUERY PLAN'][0].Plan
}

test.each([
  ['the beginning', beginning],
  ['the middle', { ...beginning, changed: String(many / 2) }],
  ['the end', { ...beginning, changed: '9000000000000000000' }],
])('a page from %s reads little more than itself', async (_, after) => {
  const plan = await planOf(after)
  const told = JSON.stringify(plan, null, 1)
  expect(Math.max(...nodes(plan).map(readBy)), told).toBeLessThan(500)
  expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], told).toBeLessThan(mostBuffers)
})

test('this test sees an order that has no index', async () => {
  await server.query`drop index identity_changed`
  expect(Math.max(...nodes(await planOf(beginning)).map(readBy))).toBeGreaterThan(500)
})
