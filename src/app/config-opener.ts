import { join } from 'node:path'
import { readOpenerKey, type SigningJwk } from '../releases/signing.ts'
import { ConfigError, type Environment, integer, list } from './environment.ts'

/** What an opener of its own signs with: the first signs now, or soon; all are published for payers to pin. */
function publicKeys(env: Environment): SigningJwk[] {
  const keys = list(env, 'OPENER_PUBLIC_KEY').map(readOpenerKey)
  if (keys.every((key) => key !== null)) return keys.flat()
  throw new ConfigError(
    'OPENER_PUBLIC_KEY must be what signpost opener keys prints: opener_public_…, several with commas.',
  )
}

/** What the gateways and `signpost opener` go by. */
export function readOpenerConfig(env: Environment) {
  return {
    publicKeys: publicKeys(env),
    /** The same, as they were given. */
    published: list(env, 'OPENER_PUBLIC_KEY'),
    /** Limits of one opener, in live and in test mode each. */
    limits: {
      consumerPerMinute: integer(env, 'OPENER_CONSUMER_PER_MINUTE', 120, { min: 1 }),
      consumerPerDay: integer(env, 'OPENER_CONSUMER_PER_DAY', 5_000, { min: 1 }),
      perDay: integer(env, 'OPENER_PER_DAY', 100_000, { min: 1 }),
    },
    /** Where `signpost opener` keeps what it opened in the last day. */
    stateDir: env.OPENER_STATE_DIR || join(env.DATA_DIR || '.data', 'opener'),
    /** How long a request waits for the opener before the release is pending. */
    waitMs: integer(env, 'RELEASE_WAIT_MS', 2_000, { max: 8_000 }),
  }
}
