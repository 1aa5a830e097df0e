import { randomBytes } from 'node:crypto'
import type { Owner } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { OpeningFailed, open, seal } from '../../vault/seal.ts'
import type { ChangedKind, Position } from './store.ts'

/** Content of a cursor: its position, the history it belongs to, and the kinds whose changes before it were delivered. */
type Held = { epoch: string; kinds: readonly ChangedKind[]; position: Position }

const saltLength = 16
/** The length of the longest cursor. */
const longestCursor = 2_048
/** Each cursor has a separate key, which no row names. */
const keyId = '00000000-0000-0000-0000-000000000000'

const placeOf = ({ consumerId, livemode }: Owner) => ({ purpose: 'changes', record: consumerId, livemode })

/**
 * Derived from a key that is never rotated. The salt gives every cursor a separate key: however many are sealed, no key
 * seals enough for a nonce to repeat.
 */
const keyOf = (keyring: Keyring, { consumerId, livemode }: Owner, salt: Buffer): Buffer =>
  keyring.hash('cursor', livemode, `changes|${consumerId}|${salt.toString('hex')}`)

export function writeCursor(keyring: Keyring, owner: Owner, held: Held): string {
  const salt = randomBytes(saltLength)
  const sealed = seal(keyOf(keyring, owner, salt), keyId, placeOf(owner), Buffer.from(JSON.stringify(held)))
  return Buffer.concat([salt, sealed]).toString('base64url')
}

/** @throws SignpostError cursor_invalid if it is no cursor of this consumer and environment */
export function readCursor(keyring: Keyring, owner: Owner, cursor: string): Held {
  if (cursor.length > longestCursor) throw new SignpostError('cursor_invalid', { param: 'cursor' })
  const bytes = Buffer.from(cursor, 'base64url')
  // One cursor has one spelling, so cursors are compared as text.
  if (bytes.toString('base64url') !== cursor) throw new SignpostError('cursor_invalid', { param: 'cursor' })
  try {
    const key = keyOf(keyring, owner, bytes.subarray(0, saltLength))
    return JSON.parse(open(key, keyId, placeOf(owner), bytes.subarray(saltLength)).toString('utf8'))
  } catch (error) {
    if (error instanceof OpeningFailed) throw new SignpostError('cursor_invalid', { param: 'cursor' })
    throw error
  }
}

/**
 * Refuses a cursor of another history, or of a key that could not read every kind that this one may read: it could skip
 * changes. The feed begins again. @throws SignpostError cursor_expired
 */
export function requireCurrent(held: Held, epoch: string, newest: string, kinds: readonly ChangedKind[]): void {
  const isAhead = BigInt(held.position.changed) >= BigInt(newest)
  const isTold = kinds.every((kind) => held.kinds.includes(kind))
  if (held.epoch !== epoch || isAhead || !isTold) throw new SignpostError('cursor_expired', { param: 'cursor' })
}
