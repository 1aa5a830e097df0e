import type { Capability } from '../../../src/registry/endpoints/capability.ts'
import type { ResolutionFacts } from '../../../src/resolution/store.ts'
import { answerOf, lookUpOf, openApp, serveJson } from './serving.ts'

/**
 * node:http, one prepared statement per look-up over the normalized tables, as many in flight as the pool has connections:
 * what a careful service does without our batch and without our snapshots.
 */
const app = await openApp()

const statement = `
select a.id, a.livemode, a.status, a.privacy_level,
  i.id, i.livemode, i.status, i.type, i.consumer_id,
  g.id, g.livemode, g.covers_all, g.covers_aliases, g.covers_endpoints,
  r.id is not null,
  e.id, e.type, e.status, e.privacy_level, e.priority, extract(epoch from e.created_at)::float8, e.capabilities,
  encode(e.projection, 'base64')
from (select) as one
left join alias a on a.livemode = $1 and a.type = $2 and a.skeleton = $3 and a.status = 'registered' and a.value = $4
left join identity i on i.id = a.identity_id and i.livemode = a.livemode
left join consent_grant g on g.identity_id = i.id and g.consumer_id = $5 and g.livemode = i.livemode
  and g.status = 'active' and (g.expires_at is null or g.expires_at > now())
left join consent_request r on r.consumer_id = $5 and r.livemode = $1 and r.type = $2
  and r.value = $4 and r.open and r.expires_at > now()
left join endpoint e on e.identity_id = i.id and e.livemode = i.livemode and e.removed_at is null
order by e.priority desc, e.created_at, e.id`

type Row = [
  alias: [string | null, boolean, string, string],
  identity: [string | null, boolean, string, string, string],
  grant: [string | null, boolean, boolean, string[], string[]],
  hasOpenRequest: boolean,
  endpoint: [string | null, string, string, string, number, number, Capability[], string],
]

/** The columns of a row, in the statement's groups. */
const grouped = (row: unknown[]) =>
  [row.slice(0, 4), row.slice(4, 9), row.slice(9, 14), row[14], row.slice(15)] as unknown as Row

async function read({ livemode, type, skeleton, value, consumerId }: ReturnType<typeof lookUpOf>) {
  const { rows } = await app.pool.query({
    name: 'prepared-look-up',
    text: statement,
    values: [livemode, type, skeleton, value, consumerId],
    rowMode: 'array',
  } as never)
  const [alias, identity, grant, hasOpenRequest] = grouped(rows[0] as unknown as unknown[])
  const facts: ResolutionFacts = {
    alias:
      alias[0] === null
        ? null
        : { id: alias[0], livemode: alias[1], status: alias[2], privacyLevel: alias[3], mark: null },
    identity:
      identity[0] === null
        ? null
        : {
            id: identity[0],
            livemode: identity[1],
            status: identity[2],
            type: identity[3],
            consumerId: identity[4],
          },
    grant:
      grant[0] === null
        ? null
        : { id: grant[0], livemode: grant[1], active: true, all: grant[2], aliases: grant[3], endpoints: grant[4] },
    hasOpenRequest,
    need: 'none',
    snapshot: null,
  }
  const endpoints = (rows as unknown as unknown[][]).flatMap((row) => {
    const [id, kind, status, privacyLevel, priority, createdAt, capabilities, projection] = grouped(row)[4]
    if (id === null) return []
    const own = { id, type: kind, status, privacyLevel, priority, createdAt, capabilities, projection, mark: null }
    return { ...own, livemode: identity[1] }
  })
  return { facts, endpoints }
}

async function resolve(alias: string) {
  const lookUp = lookUpOf(alias)
  const { facts, endpoints } = await read(lookUp)
  return answerOf(app, lookUp, facts, endpoints)
}

serveJson(async ({ alias, items }, url) =>
  url.endsWith('/bulk') ? { results: await Promise.all(items.map(resolve)) } : resolve(alias),
)
