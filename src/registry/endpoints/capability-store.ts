import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { SignpostError } from '../../kernel/errors.ts'

/**
 * Limit of the capabilities of one identity's live endpoints, in bytes of their stored text: resolve shows them all.
 */
const capabilitiesLimit = 16 * 1024

/** Bytes of the other live endpoints' capabilities, of one endpoint's own, and of those that are asked for. */
type Room = { others: number; own: number; asked: number }

/**
 * Measures the capabilities beside a new (`id` null) or changed endpoint, and counts the live endpoints. The result
 * holds while the identity is locked.
 */
export async function measureRoom(
  db: Database,
  identityId: string,
  id: string | null,
  capabilities: readonly unknown[],
): Promise<Room & { count: number }> {
  const { rows } = await sql<Room & { count: number }>`
    /* endpoint-room */ select count(*)::int as count,
      coalesce(sum(octet_length(capabilities::text)) filter (where id is distinct from ${id}::uuid), 0)::int as others,
      coalesce(sum(octet_length(capabilities::text)) filter (where id = ${id}::uuid), 0)::int as own,
      octet_length(${JSON.stringify(capabilities)}::jsonb::text) as asked
    from endpoint where identity_id = ${identityId} and removed_at is null`.execute(db)
  return rows[0]!
}

/**
 * Checks the limit. Capabilities stored before the limit existed stay valid, and may change as long as they don't grow.
 * @throws SignpostError limit_reached
 */
export function requireRoom({ others, own, asked }: Room, capabilities: readonly unknown[]): void {
  if (capabilities.length > 0 && others + asked > capabilitiesLimit && asked > own)
    throw new SignpostError('limit_reached', { param: 'capabilities' })
}

/** Checks the capabilities of an endpoint that is changed. The identity is locked. @throws SignpostError limit_reached */
export async function requireCapabilityRoom(
  db: Database,
  identityId: string,
  id: string,
  capabilities: readonly unknown[],
): Promise<void> {
  if (capabilities.length === 0) return
  requireRoom(await measureRoom(db, identityId, id, capabilities), capabilities)
}

/** Measures capabilities that are not stored yet, by their JSON. */
export async function measureCapabilities(db: Database, texts: readonly string[]): Promise<Map<string, number>> {
  if (texts.length === 0) return new Map()
  const { rows } = await sql<{ bytes: number }>`
    select octet_length(text::jsonb::text) as bytes from unnest(${texts}::text[]) with ordinality as q (text, n)
    order by n`.execute(db)
  return new Map(rows.map(({ bytes }, index) => [texts[index]!, bytes]))
}
