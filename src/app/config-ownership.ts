import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type ProvableType, provableTypes } from '../ownership/proofs/needs.ts'
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

function dnsServers(env: Environment): string[] {
  const servers = list(env, 'PROOF_DNS_SERVERS')
  if (servers.every((server) => isIP(server) !== 0 || /^(?:[\d.]+|\[[\da-f:]+\]):\d{1,5}$/i.test(server)))
    return servers
  throw new ConfigError('PROOF_DNS_SERVERS must be addresses, like 192.0.2.53 or 192.0.2.53:5353, separated by commas.')
}

/** A PEM text, or the file that holds it. */
function authority(given: string | undefined): string | null {
  if (!given) return null
  if (given.startsWith('-----BEGIN')) return given
  try {
    return readFileSync(given, 'utf8')
  } catch {
    throw new ConfigError('PROOF_TLS_CA must be certificates in PEM, or a file that holds them.')
  }
}

/** Another port than the one that only a host's owner can serve proves nothing: it is for tests. */
function httpsPort(env: Environment): number {
  if (env.PROOF_HTTPS_PORT && env.NODE_ENV === 'production')
    throw new ConfigError('PROOF_HTTPS_PORT is for tests: with NODE_ENV=production it must not be set.')
  return integer(env, 'PROOF_HTTPS_PORT', 443, { min: 1, max: 65_535 })
}

function provable(env: Environment): ProvableType[] {
  const types = list(env, 'REQUIRE_PROOF')
  if (types.every((type) => (provableTypes as readonly string[]).includes(type))) return types as ProvableType[]
  throw new ConfigError(`REQUIRE_PROOF must be types of alias out of ${provableTypes.join(', ')}, separated by commas.`)
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
    /** Aliases of these types resolve in live mode once they are proved. */
    requireProof: provable(env),
    proofs: {
      allowed: networks(env, 'PROOF_ALLOW_CIDRS'),
      dnsServers: dnsServers(env),
      ca: authority(env.PROOF_TLS_CA),
      httpsPort: httpsPort(env),
      /** How long a domain's proof holds, how often it is looked at, and how long it may fail. */
      days: decimal(env, 'PROOF_DAYS', 398),
      checkDays: decimal(env, 'PROOF_CHECK_DAYS', 7),
      graceDays: decimal(env, 'PROOF_GRACE_DAYS', 3),
    },
    claims: {
      days: decimal(env, 'CLAIM_DAYS', 7),
      daysTest: decimal(env, 'CLAIM_DAYS_TEST', 1 / 24),
      proofHours: decimal(env, 'CLAIM_PROOF_HOURS', 24),
      secondProofDays: decimal(env, 'CLAIM_SECOND_PROOF_DAYS', 7),
      /** The greatest age of a proof that completes a claim without the donor. */
      freshDays: decimal(env, 'PROOF_FRESH_DAYS', 1),
      /** How long who lost a contest can't claim the alias again. */
      contestDays: decimal(env, 'CLAIM_CONTEST_DAYS', 30),
    },
    challenges: {
      codeMinutes: decimal(env, 'CHALLENGE_CODE_MINUTES', 10),
      domainDays: decimal(env, 'CHALLENGE_DOMAIN_DAYS', 7),
      /** Codes that a consumer may have sent in a day. */
      consumerLimit: integer(env, 'CHALLENGE_CONSUMER_LIMIT', 1_000),
      /** Codes to one country calling code in an hour: of all consumers, and of one. */
      countryLimit: integer(env, 'CHALLENGE_COUNTRY_LIMIT', 200, { min: 1 }),
      countryConsumerLimit: integer(env, 'CHALLENGE_COUNTRY_CONSUMER_LIMIT', 50),
    },
  }
}

export type OwnershipConfig = ReturnType<typeof readOwnershipConfig>
