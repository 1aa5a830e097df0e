import { SignpostError } from '../../../kernel/errors.ts'
import { isFreeText, optionalOneOf } from '../../../kernel/input.ts'
import type { Capability } from '../capability.ts'
import { memoNetworkOf } from '../types/wallets.ts'

/** Kinds of memo in a Stellar payment (SEP-29, memo types of the protocol). */
export const memoTypes = ['text', 'id', 'hash'] as const
export type MemoType = (typeof memoTypes)[number]

export type Memo = { memo: string; memo_type?: MemoType }

const uint32 = 2n ** 32n - 1n
const uint64 = 2n ** 64n - 1n
const stellarTextBytes = 28
const otherTextBytes = 256

const invalid = (rule: string) => new SignpostError('parameter_invalid', { param: 'details.memo', rule })

/** Returns a whole number in its shortest spelling, or null if it is invalid or above `most`. */
function wholeNumber(written: string, most: bigint): string | null {
  if (!/^[0-9]{1,24}$/.test(written)) return null
  const value = BigInt(written)
  return value <= most ? String(value) : null
}

const isTextWithin = (written: string, bytes: number): boolean =>
  isFreeText(written, bytes) && Buffer.byteLength(written) <= bytes

/**
 * Default kind for a Stellar memo: 64 hex digits are a hash, digits alone an id, everything else text.
 *
 * DECISION: digits that begin with a zero may be text or an id, and a payment with the wrong kind is lost: the kind is
 * required then.
 */
export function stellarTypeOf(written: string): MemoType {
  if (/^[0-9a-f]{64}$/i.test(written)) return 'hash'
  if (!/^[0-9]+$/.test(written)) return 'text'
  if (/^0[0-9]/.test(written)) throw new SignpostError('parameter_missing', { param: 'details.memoType' })
  return 'id'
}

const stellarMemos: Record<MemoType, { reads: (written: string) => string | null; rule: string }> = {
  text: {
    reads: (written) => (isTextWithin(written, stellarTextBytes) ? written : null),
    rule: `The value must be text of at most ${stellarTextBytes} bytes.`,
  },
  id: {
    reads: (written) => wholeNumber(written, uint64),
    rule: 'The value must be a whole number of 64 bits.',
  },
  hash: {
    reads: (written) => (/^[0-9a-f]{64}$/i.test(written) ? written.toLowerCase() : null),
    rule: 'The value must be 64 hex digits.',
  },
}

function readStellar(written: string, memoType: MemoType | undefined): Memo {
  const { reads, rule } = stellarMemos[memoType ?? stellarTypeOf(written)]
  const memo = reads(written)
  if (memo === null) throw invalid(rule)
  return memoType === undefined ? { memo } : { memo, memo_type: memoType }
}

/**
 * Reads the memo (XRP: destination tag) that a payment to this wallet must carry, by the rules of its network.
 *
 * DECISION: an address that contains its memo (X-address, muxed account) takes no separate one, because the two could
 * differ; nor does a wallet of a known network without memos.
 *
 * @throws SignpostError
 */
export function readMemo(
  { memo, memoType }: { memo: unknown; memoType: unknown },
  wallet: string,
  capabilities: readonly Capability[],
): Memo {
  const type = optionalOneOf(memoTypes, memoType, 'details.memoType')
  if (memo === undefined) throw new SignpostError('parameter_missing', { param: 'details.memo' })
  const written = typeof memo === 'string' ? memo.trim() : ''
  if (written === '') throw invalid('The value must be text that is not empty.')
  const network = memoNetworkOf(wallet, capabilities)
  if (network === 'none') throw invalid('A payment to this address takes no memo.')
  if (network === 'stellar') return readStellar(written, type)
  if (type !== undefined) throw new SignpostError('parameter_unknown', { param: 'details.memoType' })
  if (network === 'xrp') {
    const tag = wholeNumber(written, uint32)
    if (tag === null) throw invalid('The value must be a whole number of 32 bits.')
    return { memo: tag }
  }
  if (!isTextWithin(written, otherTextBytes))
    throw invalid(`The value must be text of at most ${otherTextBytes} bytes.`)
  return { memo: written }
}
