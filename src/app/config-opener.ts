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
    /** What one opener opens in a minute, in all and for one consumer: beyond it stops. */
    perMinute: integer(env, 'OPENER_MAX_PER_MINUTE', 600, { min: 1 }),
    perConsumer: integer(env, 'OPENER_MAX_PER_MINUTE_PER_CONSUMER', 120, { min: 1 }),
    /** How long a request waits for the opener before the release is pending. */
    waitMs: integer(env, 'RELEASE_WAIT_MS', 2_000, { max: 8_000 }),
  }
}
