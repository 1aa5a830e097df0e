import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { provableTypes } from '../ownership/proofs/needs.ts'
import { parseCidrs } from '../webhooks/address.ts'
import {
  ConfigError,
  decimal,
  integer,
  isProduction,
  itemsOf,
  list,
  matching,
  parsed,
  text,
  type ValuesOf,
} from './environment.ts'

const networks = parsed('exact CIDRs, like 10.1.0.0/16, separated by commas', (given) => parseCidrs(itemsOf(given)))

const url = (protocols: RegExp, beginning: string) =>
  matching(`a URL that begins with ${beginning}`, (given) => protocols.test(given) && URL.canParse(given))

/** A PEM text, or the contents of the file with it. */
const authority = parsed('certificates in PEM, or a file that holds them', (given) =>
  given.startsWith('-----BEGIN') ? given : readFileSync(given, 'utf8'),
)

const duration = (standard: string, about: string) => ({ kind: decimal, standard, isCritical: true, about }) as const
const limit = (standard: string, about: string, min = 0) =>
  ({ kind: integer({ min }), standard, isCritical: true, about }) as const

export const ownershipVariables = {
  REQUIRE_PROOF: {
    kind: list(
      `types of alias out of ${provableTypes.join(', ')}`,
      (item) => provableTypes.find((type) => type === item) ?? null,
    ),
    standard: '',
    isCritical: true,
    about:
      'types of alias that resolve in live mode only with a proof: [ownership.md](../how-to/ownership.md#requiring-a-proof)',
  },
  CHALLENGE_SENDER: {
    kind: { ...text, takes: 'smtp, http or a module' },
    about:
      "the sender of challenges' codes: `smtp`, `http`, or a module whose default export makes a sender: [ownership.md](../how-to/ownership.md#senders)",
  },
  SMTP_URL: {
    kind: url(/^smtps?:\/\//, 'smtp:// or smtps://'),
    isSecret: true,
    about: 'the mail server: `smtp://user:password@host:587`',
  },
  SMTP_FROM: { kind: text, standardShown: '`no-reply@` its host', about: 'the sender of mails' },
  CHALLENGE_SENDER_URL: {
    kind: url(/^https?:\/\//, 'https://'),
    about: 'the URL of your gateway, which receives codes by POST',
  },
  CHALLENGE_SENDER_SECRET: {
    kind: matching('whsec_ and 24 bytes or more in base64', (given) => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(given)),
    isSecret: true,
    isCritical: true,
    about: 'the secret that signs those posts',
  },
  CHALLENGE_SENDER_ALLOW_CIDRS: {
    kind: networks,
    standard: '',
    isCritical: true,
    about: 'private networks of the gateway',
  },
  CHALLENGE_LOCALE: { kind: text, standard: 'en', about: "the language of the gateway's messages" },
  CHALLENGE_CODE_MINUTES: duration('10', 'how long a code can be answered'),
  CHALLENGE_DOMAIN_DAYS: duration('7', 'how long a challenge of a domain can be answered'),
  CHALLENGE_CONSUMER_LIMIT: limit('1000', 'codes sent for a consumer in a day'),
  CHALLENGE_COUNTRY_LIMIT: limit(
    '200',
    'codes to one country calling code in an hour, of all consumers: [ownership.md](../how-to/ownership.md#limits-of-sending)',
    1,
  ),
  CHALLENGE_COUNTRY_CONSUMER_LIMIT: limit('50', 'codes to one country calling code in an hour, of one consumer'),
  PROOF_DAYS: duration('398', "how long a domain's proof holds"),
  PROOF_CHECK_DAYS: duration('7', 'how often it is checked again'),
  PROOF_GRACE_DAYS: duration('3', 'how long a check may fail before the proof ends'),
  PROOF_FRESH_DAYS: duration('1', "the greatest age of a proof to complete a claim without its holder's confirmation"),
  PROOF_DNS_SERVERS: {
    kind: list('addresses, like 192.0.2.53 or 192.0.2.53:5353', (server) =>
      isIP(server) !== 0 || /^(?:[\d.]+|\[[\da-f:]+\]):\d{1,5}$/i.test(server) ? server : null,
    ),
    standard: '',
    standardShown: "the system's",
    isCritical: true,
    about: 'the name servers for proofs',
  },
  PROOF_ALLOW_CIDRS: {
    kind: networks,
    standard: '',
    isCritical: true,
    about: 'private networks that proofs may connect to; webhooks have a separate list',
  },
  PROOF_TLS_CA: {
    kind: authority,
    standardShown: "the runtime's",
    isCritical: true,
    about: 'certificate authorities for proofs',
  },
  PROOF_HTTPS_PORT: {
    kind: integer({ min: 1, max: 65_535 }),
    standard: '443',
    isCritical: true,
    about: 'for tests; refused in production',
  },
  CLAIM_DAYS: duration('7', 'how long the holder of a claimed alias has to answer'),
  CLAIM_DAYS_TEST: { ...duration(String(1 / 24), 'the same in test mode'), standardShown: 'an hour' },
  CLAIM_PROOF_HOURS: duration('24', 'how long a claim waits for its first proof'),
  CLAIM_SECOND_PROOF_DAYS: duration('7', 'how long it waits for its second'),
  CLAIM_CONTEST_DAYS: duration('30', "how long a claimer who lost a contest can't claim the alias again"),
} as const

/** The settings of challenges, proofs and claims. Every duration may have a fraction. @throws ConfigError */
export function ownershipConfig(values: ValuesOf<typeof ownershipVariables>, env: Record<string, string | undefined>) {
  // Only a host's owner can serve this port, so a proof on another port would be worthless.
  if (env.PROOF_HTTPS_PORT && isProduction(env))
    throw new ConfigError('PROOF_HTTPS_PORT is for tests: with NODE_ENV=production it must not be set.')
  return {
    sender: {
      /** `smtp`, `http`, or a module whose default export makes a sender. */
      module: values.challengeSender ?? null,
      smtpUrl: values.smtpUrl ?? null,
      smtpFrom: values.smtpFrom ?? null,
      url: values.challengeSenderUrl ?? null,
      /** A secret in the format of webhooks: `whsec_` and base64. */
      secret: values.challengeSenderSecret ?? null,
      allowed: values.challengeSenderAllowCidrs,
      locale: values.challengeLocale,
    },
    /** Aliases of these types resolve in live mode once they are proved. */
    requireProof: values.requireProof,
    proofs: {
      allowed: values.proofAllowCidrs,
      dnsServers: values.proofDnsServers,
      ca: values.proofTlsCa ?? null,
      httpsPort: values.proofHttpsPort,
      days: values.proofDays,
      checkDays: values.proofCheckDays,
      graceDays: values.proofGraceDays,
    },
    claims: {
      days: values.claimDays,
      daysTest: values.claimDaysTest,
      proofHours: values.claimProofHours,
      secondProofDays: values.claimSecondProofDays,
      /** The greatest age of a proof that completes a claim without the donor. */
      freshDays: values.proofFreshDays,
      contestDays: values.claimContestDays,
    },
    challenges: {
      codeMinutes: values.challengeCodeMinutes,
      domainDays: values.challengeDomainDays,
      /** Codes that are sent for one consumer in a day. */
      consumerLimit: values.challengeConsumerLimit,
      /** Codes to one country calling code in an hour: of all consumers, and of one. */
      countryLimit: values.challengeCountryLimit,
      countryConsumerLimit: values.challengeCountryConsumerLimit,
    },
  }
}
