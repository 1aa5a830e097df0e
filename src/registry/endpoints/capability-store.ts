import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { prepared, runTogether } from '../../database/prepared.ts'
import { SignpostError } from '../../kernel/errors.ts'

/** What the live endpoints of one identity may hold of capabilities, in bytes of their stored text: resolve shows them all. */
export const capabilitiesLimit = 16 * 1024

export const capabilitiesFull = () => new SignpostError('limit_reached', { param: 'capabilities' })

/** The live endpoints of an identity: how many, and the bytes of their capabilities, of one of them apart. */
type Room = { count: number; others: number; own: number; asked: number }

/** What the identity holds beside an endpoint that is new (`id` null) or changed. Where it is locked, that is true until the commit. */
export const measuringRoom = (identityId: string, id: string | null, capabilities: readonly unknown[]) =>
  prepared<Room>(
    'measure-room',
    sql<Room>`
    select count(*)::int as count,
      coalesce(sum(octet_length(capabilities::text)) filter (where id is distinct from ${id}::uuid), 0)::int as others,
      coalesce(sum(octet_length(capabilities::text)) filter (where id = ${id}::uuid), 0)::int as own,
      octet_length(${JSON.stringify(capabilities)}::jsonb::text) as asked
    from endpoint where identity_id = ${identityId} and removed_at is null`,
  )

/**
 * What was stored before there was a limit stays, and may be changed to something smaller.
 * @throws SignpostError limit_reached
 */
export function requireRoom({ others, own, asked }: Room, capabilities: readonly unknown[]): void {
  if (capabilities.length > 0 && others + asked > capabilitiesLimit && asked > own) throw capabilitiesFull()
}

/** Judges the capabilities of an endpoint that is changed. The identity is locked. @throws SignpostError limit_reached */
export async function requireCapabilityRoom(
  db: Database,
  identityId: string,
  id: string,
  capabilities: readonly unknown[],
): Promise<void> {
  if (capabilities.length === 0) return
  const [[room]] = await runTogether(db, [measuringRoom(identityId, id, capabilities)])
  requireRoom(room!, capabilities)
}

/** The same measure of capabilities that are not stored yet. */
export async function measureCapabilities(db: Database, texts: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ bytes: number }>`
    select octet_length(text::jsonb::text) as bytes from unnest(${texts}::text[]) with ordinality as q (text, n)
    order by n`.execute(db)
  return rows.map(({ bytes }) => bytes)
}
