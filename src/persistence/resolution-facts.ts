import DataLoader from 'dataloader'
import type { Pool } from 'pg'
import type { Capability } from '../domain/capability.ts'
import type { AliasFacts, EndpointFacts, GrantFacts, IdentityFacts } from '../domain/disclosure.ts'
import { Distribution } from '../domain/distribution.ts'
import { fromDatabase } from './violations.ts'

/** A normalized alias and who asks. The caller's consumer is a key column: grants come in the same statement. */
export type LookUp = {
  readonly livemode: boolean
  readonly type: string
  readonly value: string
  readonly skeleton: string
  readonly consumerId: string
}

export type ResolvableEndpoint = EndpointFacts & {
  readonly type: string
  readonly capabilities: readonly Capability[]
  /** Sealed: opened only after a `resolved` verdict. */
  readonly projection: Buffer | null
}

/** All that the policy may want to know, in the same shape whether or not anything exists. Ids are uuids. */
export type ResolutionFacts = {
  alias: AliasFacts | null
  identity: (IdentityFacts & { type: string }) | null
  grant: (GrantFacts & { id: string }) | null
  hasOpenRequest: boolean
  endpoints: ResolvableEndpoint[]
}

/**
 * INVARIANT (uniform denial): one statement, with parameters of one shape, for every outcome: what isn't there is a LEFT
 * JOIN that finds nothing. Values are bound, never written into the text.
 */
const statement = `
select q.ord,
  a.id, a.livemode, a.status, a.privacy_level,
  i.id, i.livemode, i.status, i.type,
  g.id, g.livemode, g.covers_all, g.covers_aliases, g.covers_endpoints,
  r.id is not null,
  e.id, e.livemode, e.status, e.privacy_level, e.priority, extract(epoch from e.created_at)::float8, e.type,
  e.capabilities, e.projection
from unnest($1::bool[], $2::text[], $3::text[], $4::text[], $5::uuid[])
  with ordinality as q (livemode, type, skeleton, value, consumer_id, ord)
left join alias a on a.livemode = q.livemode and a.type = q.type and a.skeleton = q.skeleton
  and a.status = 'registered' and a.value = q.value
left join identity i on i.id = a.identity_id and i.livemode = a.livemode
left join consent_grant g on g.identity_id = i.id and g.consumer_id = q.consumer_id and g.livemode = i.livemode
  and g.status = 'active' and (g.expires_at is null or g.expires_at > now())
left join consent_request r on r.consumer_id = q.consumer_id and r.livemode = q.livemode and r.type = q.type
  and r.value = q.value and r.open and r.expires_at > now()
left join endpoint e on e.identity_id = i.id and e.livemode = i.livemode and e.removed_at is null`

type Row = [
  ord: string,
  aliasId: string | null,
  aliasLivemode: boolean,
  aliasStatus: string,
  aliasLevel: string | null,
  identityId: string | null,
  identityLivemode: boolean,
  identityStatus: string,
  identityType: string,
  grantId: string | null,
  grantLivemode: boolean,
  coversAll: boolean,
  coversAliases: string[],
  coversEndpoints: string[],
  hasOpenRequest: boolean,
  endpointId: string | null,
  endpointLivemode: boolean,
  endpointStatus: string,
  endpointLevel: string | null,
  priority: number,
  createdAt: number,
  endpointType: string,
  capabilities: Capability[],
  projection: Buffer | null,
]

function readAll(rows: readonly Row[], count: number): ResolutionFacts[] {
  const all: (ResolutionFacts | undefined)[] = new Array(count)
  for (const row of rows) {
    const index = Number(row[0]) - 1
    const facts = all[index] ?? readHead(row)
    all[index] = facts
    if (row[15] === null) continue
    facts.endpoints.push({
      id: row[15],
      livemode: row[16],
      status: row[17],
      privacyLevel: row[18],
      priority: row[19],
      createdAt: row[20],
      type: row[21],
      capabilities: row[22],
      projection: row[23],
    })
  }
  return all as ResolutionFacts[]
}

function readHead(row: Row): ResolutionFacts {
  return {
    alias: row[1] === null ? null : { id: row[1], livemode: row[2], status: row[3], privacyLevel: row[4] },
    identity: row[5] === null ? null : { id: row[5], livemode: row[6], status: row[7], type: row[8] },
    grant:
      row[9] === null
        ? null
        : { id: row[9], livemode: row[10], active: true, all: row[11], aliases: row[12], endpoints: row[13] },
    hasOpenRequest: row[14],
    endpoints: [],
  }
}

export type FactsOptions = {
  /** Look-ups in one statement, at most. */
  maxBatchSize?: number
  /** Statements under way at once, at most: what comes meanwhile gathers into the next. */
  maxInFlight?: number
  prepared?: boolean
  timeoutMs?: number
}

/** Look-ups per statement, and statements under way. */
export type LookUpCounts = { readonly sizes: Distribution; inFlight: number }
const batchBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256]

/**
 * The one read behind resolve: single and bulk, REST, GraphQL, `_entities` and nested fields.
 *
 * Look-ups of all requests under way gather until the event loop has handled what arrived, then go out as one statement.
 * What is loaded doesn't depend on the caller until the policy runs, but for the consumer in the key.
 */
export function createResolutionFacts(
  pool: Pool,
  { maxBatchSize = 256, maxInFlight = 2, prepared = true, timeoutMs = 2_000 }: FactsOptions = {},
) {
  const waiting: (() => void)[] = []
  const counts: LookUpCounts = { sizes: new Distribution(batchBounds), inFlight: 0 }
  let scheduled = 0

  function pump(): void {
    while (waiting.length > scheduled && counts.inFlight + scheduled < maxInFlight) {
      scheduled++
      setImmediate(() => {
        scheduled--
        counts.inFlight++
        waiting.shift()!()
      })
    }
  }

  async function read(lookUps: readonly LookUp[]): Promise<ResolutionFacts[]> {
    counts.sizes.note(lookUps.length)
    try {
      const { rows } = await pool.query<Row>({
        ...(prepared ? { name: 'resolution-facts' } : {}),
        text: statement,
        values: [
          lookUps.map((lookUp) => lookUp.livemode),
          lookUps.map((lookUp) => lookUp.type),
          lookUps.map((lookUp) => lookUp.skeleton),
          lookUps.map((lookUp) => lookUp.value),
          lookUps.map((lookUp) => lookUp.consumerId),
        ],
        rowMode: 'array',
        query_timeout: timeoutMs,
      } as never)
      return readAll(rows, lookUps.length)
    } catch (error) {
      throw fromDatabase(error)
    } finally {
      counts.inFlight--
      pump()
    }
  }

  const loader = new DataLoader<LookUp, ResolutionFacts>(read, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (flush) => {
      waiting.push(flush)
      pump()
    },
  })
  return Object.assign(loader, { counts: counts as Readonly<LookUpCounts> })
}

export type ResolutionFactsLoader = Pick<ReturnType<typeof createResolutionFacts>, 'load'>
