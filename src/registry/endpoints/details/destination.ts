import { SignpostError } from '../../../kernel/errors.ts'
import type { Details } from './details.ts'

/** The destination of a payment: the address, and the details that a payment needs beside it. Sealed as one record. */
export type Destination = { readonly address: string; readonly details: Details | null }

/** No address contains a control character, so none begins with this. */
const mark = '\u0001'

/**
 * The text of a destination to seal. Without details it is the address alone, compatible with texts from before details
 * existed.
 */
export const writeDestination = ({ address, details }: Destination): string =>
  details === null ? address : mark + JSON.stringify({ address, details })

/**
 * Parses an opened destination. Only the opener's one function calls it.
 *
 * INVARIANT (no echo): the error contains none of the text, not even as its cause.
 *
 * @throws SignpostError decryption_failed
 */
export function readDestination(opened: Buffer): Destination {
  const text = opened.toString('utf8')
  if (!text.startsWith(mark)) return { address: text, details: null }
  try {
    const { address, details } = JSON.parse(text.slice(mark.length))
    if (typeof address === 'string' && typeof details === 'object' && details !== null) return { address, details }
  } catch {}
  throw new SignpostError('decryption_failed', { cause: new Error('It is no destination.') })
}
