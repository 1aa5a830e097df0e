import type { Database } from '../../database/orm.ts'
import type { Call } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { hasEveryScope, type Scope } from '../../kernel/scopes.ts'
import { findKey } from './store.ts'

export function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

/**
 * Returns the end of the calling key: the keys that it creates end no later.
 * @throws SignpostError api_key_revoked if the calling key has ended since the request was authenticated
 */
export async function endOfMaker(db: Database, { caller }: Call): Promise<Date | null> {
  const maker = await findKey(db, caller, caller.keyId)
  if (!maker || maker.revoked_at !== null) throw new SignpostError('api_key_revoked')
  return maker.expires_at
}

/** Requires the caller to hold the rights that it grants, replaces or ends. @throws SignpostError scope_missing */
export function requireRights(
  { caller }: Call,
  { scopes, router }: { scopes: readonly string[]; router: boolean },
): void {
  if (!hasEveryScope(caller.scopes, scopes as readonly Scope[])) {
    throw new SignpostError('scope_missing', { param: 'scopes' })
  }
  if (router && !caller.router) throw new SignpostError('scope_missing', { param: 'router' })
}
