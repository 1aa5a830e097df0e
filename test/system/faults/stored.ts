import { encodeId } from '../../../src/kernel/id.ts'
import { inLanes } from '../../support/wire.ts'
import type { Effect, Kind, Wanted } from './ledger.ts'

const prefixes = { identity: 'identity', alias: 'alias', endpoint: 'endpoint', grant: 'consentGrant' } as const
const paths: Record<Kind, string> = {
  identity: '/v1/identities',
  alias: '/v1/aliases',
  endpoint: '/v1/endpoints',
  grant: '/v1/consent_grants',
}

const records = `
  select 'identity' as kind, id, display_name as marker from identity
  union all select 'alias', id, value from alias
  union all select 'endpoint', id, priority::bigint::text from endpoint
  union all select 'grant', id, extract(epoch from expires_at)::bigint::text from consent_grant`

type EventRow = { type: string; data: Record<string, string & { public_id?: string }> }

/** Which record an event says was made. */
function subjectOf({ type, data }: EventRow): string | undefined {
  if (type === 'identity.created') return data.identity
  if (type === 'alias.created') return data.alias?.public_id
  if (type === 'endpoint.added') return data.endpoint?.public_id
  return type === 'consent.granted' ? data.consent_grant : undefined
}

/** Asks the database. */
export type Ask = <T extends object>(statement: string) => Promise<T[]>

/** Every stored record with the number of events that report it. `scene` are the records made without a request. */
export async function readEffects(ask: Ask, scene: ReadonlySet<string> = new Set()): Promise<Effect[]> {
  const rows = await ask<{ kind: Kind; id: string; marker: string }>(records)
  const events = await ask<EventRow>(`select type, body::jsonb -> 'data' as data from event_body`)
  const reported = new Map<string, number>()
  for (const event of events) {
    const subject = subjectOf(event)
    if (subject !== undefined) reported.set(subject, (reported.get(subject) ?? 0) + 1)
  }
  return rows
    .map(({ kind, id, marker }) => ({ kind, marker, id: encodeId(prefixes[kind], id) }))
    .filter(({ id }) => !scene.has(id))
    .map((effect) => ({ ...effect, events: reported.get(effect.id) ?? 0 }))
}

/** Reads each acknowledged record again with `get`. */
export async function reread(
  get: (path: string) => Promise<{ status: number | null; body: unknown }>,
  wanted: readonly Wanted[],
): Promise<Map<string, unknown>> {
  const kept = wanted.filter(({ acknowledged }) => acknowledged !== null)
  const answers = await inLanes(kept, 8, async ({ kind, acknowledged }) => {
    const path = `${paths[kind]}/${acknowledged!.id}`
    let answer = await get(path)
    for (let again = 0; again < 20 && answer.status !== 200 && answer.status !== 404; again++) {
      answer = await get(path)
    }
    return [acknowledged!.id, answer.body] as const
  })
  return new Map(answers)
}
