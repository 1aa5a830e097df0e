import { timingSafeEqual } from 'node:crypto'
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
