import DataLoader from 'dataloader'
import type { Pool } from 'pg'
import { createTimeLimit } from '../database/time-limit.ts'
import { fromDatabase } from '../database/violations.ts'
import { readNumber, readText, readTexts } from '../kernel/stored.ts'
import { Distribution } from '../observability/distribution.ts'
import type { DisclosedCapability } from '../registry/endpoints/capability.ts'
import { readSnapshot, type SnapshotEntry } from '../registry/endpoints/snapshot-store.ts'
import type { AliasFacts, EndpointFacts, GrantFacts, IdentityFacts } from './policy.ts'

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
  readonly capabilities: readonly DisclosedCapability[]
  /** Sealed, in base64: opened only after a `resolved` verdict. */
  readonly projection: string | null
}

/** All that the policy may want to know, in the same shape whether or not anything exists. Ids are uuids. */
export type ResolutionFacts = {
  alias: AliasFacts | null
  identity: (IdentityFacts & { type: string }) | null
  grant: (GrantFacts & { id: string }) | null
  hasOpenRequest: boolean
  /** The endpoints as they are stored: `endpointsOf` reads them. */
  snapshot: string | null
}

/**
 * INVARIANT (uniform denial): one statement, with parameters of one shape, for every outcome: what isn't there is a LEFT
 * JOIN that finds nothing. Values are bound, never written into the text.
 *
 * INVARIANT (hidden reads like absent): the inner query finds rows and judges `may`; the outer one takes every column of
 * what may not be disclosed away, so that a hidden alias gives the row of an absent one and its snapshot is never read off
 * the disk. `may` only takes away: the policy judges whatever is left. `offset 0` keeps the two apart, so that `may` is
 * judged once.
 */
const statement = `
select f.ord,
  case when f.may then f.alias_id end, f.alias_livemode and f.may, case when f.may then f.alias_status end,
  case when f.may then f.alias_level end,
  case when f.may then f.identity_id end, f.identity_livemode and f.may, case when f.may then f.identity_status end,
  case when f.may then f.identity_type end,
  case when f.may then f.grant_id end, f.grant_livemode and f.may, f.covers_all and f.may,
  case when f.may then f.covers_aliases end, case when f.may then f.covers_endpoints end,
  f.has_open_request,
  case when f.may then f.card end
from (
  select q.ord,
    a.id as alias_id, a.livemode as alias_livemode, a.status as alias_status, a.privacy_level as alias_level,
    i.id as identity_id, i.livemode as identity_livemode, i.status as identity_status, i.type as identity_type, i.card,
    g.id as grant_id, g.livemode as grant_livemode, g.covers_all, g.covers_aliases, g.covers_endpoints,
    r.id is not null as has_open_request,
    case
      when i.status = 'active' then case a.privacy_level
        when 'public' then true
        when 'unlisted' then true
        when 'consent_required' then g.id is not null and (g.covers_all or a.id = any(g.covers_aliases))
        else false
      end
      else false
    end as may
  from unnest($1::bool[], $2::text[], $3::text[], $4::text[], $5::uuid[])
    with ordinality as q (livemode, type, skeleton, value, consumer_id, ord)
  left join alias a on a.livemode = q.livemode and a.type = q.type and a.skeleton = q.skeleton
    and a.status = 'registered' and a.released_at is null and a.value = q.value
  left join identity i on i.id = a.identity_id and i.livemode = a.livemode
  left join consent_grant g on g.identity_id = i.id and g.consumer_id = q.consumer_id and g.livemode = i.livemode
    and g.status = 'active' and g.revoked_at is null
    and (g.expires_at is null or g.expires_at > now() and g.expires_at < '10000-01-01Z')
  left join consent_request r on r.consumer_id = q.consumer_id and r.livemode = q.livemode and r.type = q.type
    and r.value = q.value and r.open and r.expires_at > now()
    and r.expires_at < '10000-01-01Z'
  offset 0
) f`

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
  coversAll: boolean | null,
  coversAliases: unknown[] | null,
  coversEndpoints: unknown[] | null,
  hasOpenRequest: boolean,
  snapshot: string | null,
]

/** INVARIANT (one row each): a look-up meets at most one alias, identity, active grant and open request, by their indexes. */
function readAll(rows: readonly Row[]): ResolutionFacts[] {
  const all: ResolutionFacts[] = new Array(rows.length)
  for (const row of rows) all[Number(row[0]) - 1] = readRow(row)
  return all
}

function readRow(row: Row): ResolutionFacts {
  return {
    alias: row[1] === null ? null : { id: row[1], livemode: row[2], status: row[3], privacyLevel: row[4] },
    identity: row[5] === null ? null : { id: row[5], livemode: row[6], status: row[7], type: row[8] },
    grant:
      row[9] === null
        ? null
        : {
            id: row[9],
            livemode: row[10],
            active: true,
            all: row[11] === true,
            aliases: readTexts(row[12]),
            endpoints: readTexts(row[13]),
          },
    hasOpenRequest: row[14],
    snapshot: row[15],
  }
}

/** Reads the endpoints from the snapshot. Their environment is their identity's: no row can be of another. */
export function endpointsOf({ identity, snapshot }: ResolutionFacts): ResolvableEndpoint[] {
  if (identity === null || snapshot === null) return []
  const { livemode } = identity
  return readSnapshot(snapshot).map((entry) => readEntry(entry, livemode))
}

function readEntry(entry: SnapshotEntry, livemode: boolean): ResolvableEndpoint {
  return {
    id: entry[0],
    livemode,
    type: readText(entry[1]),
    status: typeof entry[1] === 'string' ? entry[2] : 'disabled',
    privacyLevel: entry[3],
    priority: readNumber(entry[4]),
    createdAt: readNumber(entry[5]),
    capabilities: entry[6].map(([asset, rail, network]) =>
      network === null ? { asset, rail } : { asset, network, rail },
    ),
    projection: entry[7],
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
  const inTime = createTimeLimit(timeoutMs)
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
      const asked = pool.query<Row>({
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
      } as never)
      const { rows } = await inTime(asked)
      return readAll(rows)
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
