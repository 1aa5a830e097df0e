import { timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../../vault/keyring.ts'

type Bound = { id: string; hash: Uint8Array; consumerId: string; livemode: boolean }

/**
 * A keyed hash over the key, its consumer and its environment.
 *
 * INVARIANT (a key acts for its own consumer): who can write the database cannot make it, so a key that is moved to another consumer
 * opens nothing. Source: docs/threats.md#a-writer-of-the-database.
 */
export const keyMark = (keyring: Keyring, { id, hash, consumerId, livemode }: Bound): Buffer =>
  keyring.hash('api_key_hash', false, `mark|${id}|${Buffer.from(hash).toString('base64')}|${consumerId}|${livemode}`)

/** Tells whether the mark in a row is that of its key. A row without one is not. */
export function isMarked(keyring: Keyring, bound: Bound, mark: Uint8Array | null): boolean {
  const expected = keyMark(keyring, bound)
  return mark !== null && mark.length === expected.length && timingSafeEqual(mark, expected)
}
