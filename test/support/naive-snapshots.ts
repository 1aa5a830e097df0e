import DataLoader from 'dataloader'
import type { Pool } from 'pg'
import type { ResolutionFactsLoader } from '../../src/resolution/batching.ts'
import type { LookUp, ResolutionFacts } from '../../src/resolution/facts-store.ts'

/*
 * Snapshots as a reader of the endpoints' rows makes them, with no SQL that the service has: the other side of every
 * comparison.
 */

type EndpointRow = {
  id: string
  type: string
  status: string
  privacy_level: string | null
  priority: number
  created: string
  capabilities: {
    asset: string
    rail: string
    network?: string
    supportsInstant?: boolean
    minAmount?: number
    maxAmount?: number
  }[]
  projection: Buffer | null
  mark: Buffer | null
}

function entryOf({ id, type, status, privacy_level, priority, created, capabilities, projection, mark }: EndpointRow) {
  const shown = capabilities.map((capability) => {
    const { asset, rail, network, supportsInstant, minAmount, maxAmount } = capability
    const said = [supportsInstant, minAmount, maxAmount].some((value) => value !== undefined)
    const limits = said ? [supportsInstant ?? false, minAmount ?? null, maxAmount ?? null] : []
    return [asset, rail, network ?? null, ...limits]
  })
  const sealed = [projection?.toString('base64') ?? null, mark?.toString('base64') ?? null]
  return [id, type, status, privacy_level, priority, Number(created), shown, ...sealed]
}

/** Bytes as JSON has them. */
const base64Of = (hex: string | null) => hex && Buffer.from(hex.slice(2), 'hex').toString('base64')

const olderFirst = (a: EndpointRow, b: EndpointRow) => Number(a.created) - Number(b.created) || (a.id < b.id ? -1 : 1)

const snapshotOf = (rows: EndpointRow[]) =>
  rows.sort((a, b) => b.priority - a.priority || olderFirst(a, b)).map(entryOf)

/** Returns the expected snapshot of each identity, by its id. */
export async function naiveSnapshots(pool: Pool, identityIds: readonly string[]): Promise<Map<string, unknown[]>> {
  const { rows } = await pool.query<EndpointRow & { identity_id: string }>(
    `select *, extract(epoch from created_at)::text as created from endpoint
     where identity_id = any($1::uuid[]) and removed_at is null`,
    [identityIds],
  )
  const byIdentity = Map.groupBy(rows, ({ identity_id }) => identity_id)
  return new Map(identityIds.map((id) => [id, snapshotOf(byIdentity.get(id) ?? [])]))
}

/** The snapshots as they are stored. */
export async function storedSnapshots(pool: Pool, identityIds: readonly string[]): Promise<Map<string, unknown[]>> {
  const { rows } = await pool.query<{ id: string; snapshot: string }>(
    'select id, snapshot from identity where id = any($1::uuid[])',
    [identityIds],
  )
  const byId = new Map(rows.map(({ id, snapshot }) => [id, JSON.parse(snapshot)]))
  return new Map(identityIds.map((id) => [id, byId.get(id)]))
}

const statement = `
select q.ord::int,
  to_json(a) as alias, to_json(i) as identity, to_json(g) as grant_row, r.id is not null as has_open_request,
  e.*, extract(epoch from e.created_at)::text as created
from unnest($1::bool[], $2::text[], $3::text[], $4::text[], $5::uuid[])
  with ordinality as q (livemode, type, skeleton, value, consumer_id, ord)
left join alias a on a.livemode = q.livemode and a.type = q.type and a.skeleton = q.skeleton
  and a.status = 'registered' and a.released_at is null and a.value = q.value
left join identity i on i.id = a.identity_id and i.livemode = a.livemode
left join consent_grant g on g.identity_id = i.id and g.consumer_id = q.consumer_id and g.livemode = i.livemode
  and g.status = 'active' and g.revoked_at is null
  and (g.expires_at is null or g.expires_at > now() and isfinite(g.expires_at))
left join consent_request r on r.consumer_id = q.consumer_id and r.livemode = q.livemode and r.type = q.type
  and r.value = q.value and r.open and r.expires_at > now()
left join endpoint e on e.identity_id = i.id and e.livemode = i.livemode and e.removed_at is null`

// biome-ignore lint/suspicious/noExplicitAny: rows as JSON has them.
type Row = any

function factsOf(rows: Row[]): ResolutionFacts {
  const { alias, identity, grant_row: grant, has_open_request: hasOpenRequest } = rows[0]!
  const endpoints = rows.filter(({ id }) => id !== null)
  return {
    alias: alias && { ...alias, privacyLevel: alias.privacy_level, mark: base64Of(alias.mark) },
    identity: identity && { ...identity, consumerId: identity.consumer_id },
    grant: grant && {
      ...grant,
      active: true,
      all: grant.covers_all,
      aliases: grant.covers_aliases,
      endpoints: grant.covers_endpoints,
    },
    hasOpenRequest,
    need: 'none',
    snapshot: identity && JSON.stringify(snapshotOf(endpoints)),
  }
}

/** The read behind resolve over the endpoints' rows, as it would be without snapshots. */
export function createNaiveFacts(pool: Pool): ResolutionFactsLoader {
  return new DataLoader<LookUp, ResolutionFacts>(
    async (lookUps) => {
      const column = <K extends keyof LookUp>(name: K) => lookUps.map((lookUp) => lookUp[name])
      const { rows } = await pool.query(statement, [
        column('livemode'),
        column('type'),
        column('skeleton'),
        column('value'),
        column('consumerId'),
      ])
      const byOrd = Map.groupBy(rows as Row[], ({ ord }) => ord)
      return lookUps.map((_, index) => factsOf(byOrd.get(index + 1)!))
    },
    { cache: false },
  )
}
