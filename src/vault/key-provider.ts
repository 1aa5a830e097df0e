import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { withinTime } from '../kernel/deadline.ts'
import { OpeningFailed, open, seal } from './seal.ts'

/**
 * Wraps data keys with a key-encryption key, in memory or in a KMS. `context` identifies the wrapped key and is bound
 * into it. It is called at the start and when a data key is created; unwrapped keys stay in memory.
 */
export interface KeyProvider {
  /** An id of the key-encryption key that reveals nothing about it. */
  readonly id: string
  wrap(dataKey: Buffer, context: string): Promise<Buffer>
  /** @throws OpeningFailed if the key is another one; any other error if the provider could not be reached */
  unwrap(wrapped: Buffer, context: string): Promise<Buffer>
}

const wrappingKeyId = '00000000-0000-0000-0000-000000000000'

/** A key-encryption key in memory: 32 bytes. */
export function localKeyProvider(key: Buffer): KeyProvider {
  const place = (context: string) => ({ purpose: 'wrap', record: context, livemode: false })
  return {
    id: `local:${createHash('sha256').update('signpost key id').update(key).digest('hex').slice(0, 12)}`,
    wrap: async (dataKey, context) => seal(key, wrappingKeyId, place(context), dataKey),
    unwrap: async (wrapped, context) => open(key, wrappingKeyId, place(context), wrapped),
  }
}

/** Wraps with `current`, and also unwraps keys of `former`: for the time in which one replaces the other. */
export function withFormer(current: KeyProvider, former: KeyProvider): KeyProvider {
  return {
    id: current.id,
    wrap: (dataKey, context) => current.wrap(dataKey, context),
    unwrap: (wrapped, context) =>
      current.unwrap(wrapped, context).catch((error) => {
        if (!(error instanceof OpeningFailed)) throw error
        return former.unwrap(wrapped, context)
      }),
  }
}

export type RetryOptions = { timeoutMs?: number; pausesMs?: readonly number[] }

/** Retries if a provider doesn't answer, or not in time. @throws Error with a sentence for the operator in the end */
export function withRetries(
  provider: KeyProvider,
  { timeoutMs = 3_000, pausesMs = [200, 500, 1_000, 2_000] }: RetryOptions = {},
): KeyProvider {
  async function ask(work: () => Promise<Buffer>): Promise<Buffer> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await withinTime(timeoutMs, work, () => new Error('no answer in time'))
      } catch (error) {
        if (error instanceof OpeningFailed) throw error
        const wait = pausesMs[attempt]
        if (wait === undefined) {
          throw new Error(`The key provider ${provider.id} does not answer (asked ${attempt + 1} times).`)
        }
        await pause(wait)
      }
    }
  }
  return {
    id: provider.id,
    wrap: (dataKey, context) => ask(() => provider.wrap(dataKey, context)),
    unwrap: (wrapped, context) => ask(() => provider.unwrap(wrapped, context)),
  }
}
