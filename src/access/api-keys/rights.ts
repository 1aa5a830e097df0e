import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Call } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { hasEveryScope, type Scope } from '../../kernel/scopes.ts'

export function findKey(db: Database, caller: { consumerId: string; livemode: boolean }, uuid: string) {
  return db
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', uuid)
    .where('consumer_id', '=', caller.consumerId)
    .where('livemode', '=', caller.livemode)
}

/** By the database's clock, as authentication judges it. */
export async function hasRunOut(db: Database, uuid: string): Promise<boolean> {
  const { rows } = await sql<{ ran_out: boolean | null }>`
    select expires_at <= now() as ran_out from api_key where id = ${uuid}`.execute(db)
  return rows[0]?.ran_out === true
}

export function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

/**
 * When the key that asks ends: what it makes ends no later.
 * @throws SignpostError api_key_revoked when it ended since it was let in
 */
export async function endOfMaker(db: Database, { caller }: Call): Promise<Date | null> {
  const maker = await findKey(db, caller, caller.keyId).executeTakeFirst()
  if (!maker || maker.revoked_at !== null) throw new SignpostError('api_key_revoked')
  return maker.expires_at
}

/** Whoever hands out, replaces or ends rights holds them. @throws SignpostError scope_missing */
export function requireRights(
  { caller }: Call,
  { scopes, router }: { scopes: readonly string[]; router: boolean },
): void {
  if (!hasEveryScope(caller.scopes, scopes as readonly Scope[])) {
    throw new SignpostError('scope_missing', { param: 'scopes' })
  }
  if (router && !caller.router) throw new SignpostError('scope_missing', { param: 'router' })
}
