import { timingSafeEqual } from 'node:crypto'
import type { Call } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { mustBeOneOf, mustBeWholeNumber } from '../../kernel/input.ts'
import { hasEveryScope, isScope, type Scope, scopes as scopeCatalogue } from '../../kernel/scopes.ts'
import type { Keyring } from '../../vault/keyring.ts'

type Bound = { id: string; hash: Uint8Array; consumerId: string; livemode: boolean }

/**
 * A keyed hash over the key, its consumer and its environment.
 *
 * INVARIANT (a key acts for its own consumer): it needs a secret that is not in the database. A writer of the database
 * who moves a key to another consumer makes it useless. Source: docs/explanation/threats.md#a-writer-of-the-database.
 */
export const keyMark = (keyring: Keyring, { id, hash, consumerId, livemode }: Bound): Buffer =>
  keyring.hash('api_key_hash', false, `mark|${id}|${Buffer.from(hash).toString('base64')}|${consumerId}|${livemode}`)

/** Verifies the mark of a row. A row without a mark fails. */
export function isMarked(keyring: Keyring, bound: Bound, mark: Uint8Array | null): boolean {
  const expected = keyMark(keyring, bound)
  return mark !== null && mark.length === expected.length && timingSafeEqual(mark, expected)
}

export function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
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

/** Seconds that a rolled key continues to work. */
export const rollWindow = { default: 86_400, max: 604_800 }

/** @throws SignpostError parameter_invalid */
export function requireScopes(scopes: readonly unknown[]): Scope[] {
  if (scopes.length === 0 || !scopes.every(isScope))
    throw new SignpostError('parameter_invalid', { param: 'scopes', rule: mustBeOneOf(Object.keys(scopeCatalogue)) })
  return [...new Set(scopes)]
}

/** @throws SignpostError parameter_invalid */
export function requireRollWindow(expiresIn: number): number {
  if (!Number.isInteger(expiresIn) || expiresIn < 0 || expiresIn > rollWindow.max) {
    throw new SignpostError('parameter_invalid', { param: 'expiresIn', rule: mustBeWholeNumber(0, rollWindow.max) })
  }
  return expiresIn
}
