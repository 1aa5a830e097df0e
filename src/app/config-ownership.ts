import { type Cidr, parseCidrs } from '../webhooks/address.ts'
import { ConfigError, decimal, type Environment, integer, list } from './environment.ts'

function networks(env: Environment, name: string): Cidr[] {
  try {
    return parseCidrs(list(env, name))
  } catch {
    throw new ConfigError(`${name} must be exact CIDRs, like 10.1.0.0/16, separated by commas.`)
  }
}

function url(name: string, given: string | undefined, protocols: RegExp): string | null {
  if (!given) return null
  if (protocols.test(given) && URL.canParse(given)) return given
  throw new ConfigError(
    `${name} must be a URL that begins with ${name === 'SMTP_URL' ? 'smtp:// or smtps://' : 'https://'}.`,
  )
}

/** A secret as webhooks have them: `whsec_` and base64. */
function secret(env: Environment): string | null {
  const given = env.CHALLENGE_SENDER_SECRET || null
  if (given === null || /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(given)) return given
  throw new ConfigError('CHALLENGE_SENDER_SECRET must be whsec_ and 24 bytes or more in base64.')
}

/** What challenges, proofs and claims go by. Every duration takes fractions. */
export function readOwnershipConfig(env: Environment) {
  return {
    sender: {
      /** `smtp`, `http`, or a module whose default export makes a sender. */
      module: env.CHALLENGE_SENDER || null,
      smtpUrl: url('SMTP_URL', env.SMTP_URL, /^smtps?:\/\//),
      smtpFrom: env.SMTP_FROM || null,
      url: url('CHALLENGE_SENDER_URL', env.CHALLENGE_SENDER_URL, /^https?:\/\//),
      secret: secret(env),
      allowed: networks(env, 'CHALLENGE_SENDER_ALLOW_CIDRS'),
      locale: env.CHALLENGE_LOCALE || 'en',
    },
    challenges: {
      codeMinutes: decimal(env, 'CHALLENGE_CODE_MINUTES', 10),
      /** Codes that a consumer may have sent in a day, and codes to one country in an hour. */
      consumerLimit: integer(env, 'CHALLENGE_CONSUMER_LIMIT', 1_000),
      countryLimit: integer(env, 'CHALLENGE_COUNTRY_LIMIT', 200),
    },
  }
}

export type OwnershipConfig = ReturnType<typeof readOwnershipConfig>
