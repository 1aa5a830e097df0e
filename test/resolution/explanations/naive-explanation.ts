/*
 * A second implementation of explanations over plain tables, written from the contract ("Explanations") to be read against
 * it. It shares no code and no structure with the service, and imports nothing of it.
 */

export type AliasRow = {
  id: string
  live: boolean
  identity: string
  type: string
  value: string
  level: string | null
  /** `registered`, `released`, `transferred` or, for a row that was tampered with, `damaged`. */
  state: string
  evidence: 'none' | 'word' | 'proof'
  method: string | null
  evidenceIsOver: boolean
}
export type EndpointRow = {
  id: string
  live: boolean
  identity: string
  type: string
  level: string | null
  state: string
  priority: number
  age: number
  takes: { asset: string; rail: string; network?: string; instant?: boolean; least?: number; most?: number }[]
}
export type GrantRow = {
  id: string
  live: boolean
  identity: string
  to: string
  state: 'active' | 'revoked' | 'expired'
  everything: boolean
  lists: string[]
}
export type Tables = {
  /** The types of alias that need a proof. */
  strict: string[]
  /** The operator believes this owner. */
  believed: boolean
  identities: { id: string; live: boolean; state: string }[]
  aliases: AliasRow[]
  endpoints: EndpointRow[]
  grants: GrantRow[]
}
export type Payment = { asset?: string; rail?: string; network?: string; amount?: number }
export type Question = { live: boolean; alias: string; consumer: string; payment: Payment | null }

export type Answer = {
  resolves: boolean
  rules: [rule: string, holds: boolean, because: string, remedy: string | null][]
  grant: string | null
  endpoints: [endpoint: string, shown: boolean, because: string, token: boolean][]
}

/** The operation that changes a reason, by hand from docs/how-to/explanations.md. */
const cures = new Map([
  ['alias_released', 'createAlias'],
  ['alias_private', 'updateAlias'],
  ['grant_missing', 'grantConsent'],
  ['grant_revoked', 'grantConsent'],
  ['grant_expired', 'grantConsent'],
  ['grant_omits', 'updateConsentGrant'],
  ['proof_missing', 'challengeAlias'],
  ['proof_expired', 'challengeAlias'],
  ['proof_of_host', 'challengeAlias'],
  ['attestation_not_accepted', 'challengeAlias'],
  ['identity_suspended', 'updateIdentity'],
])

/** Good and bad reasons are told apart by their names alone. */
const good = new Set(
  `same_environment alias_registered alias_public alias_unlisted grant_covers proof_not_required proof_valid proof_attested
   identity_active endpoint_public`.split(/\s+/),
)

function standing(tables: Tables, alias: AliasRow, { consumer, live }: Question): GrantRow | null {
  const all = tables.grants.filter((row) => row.identity === alias.identity && row.to === consumer && row.live === live)
  return all.find(({ state }) => state === 'active') ?? all.at(-1) ?? null
}

function byGrant(grant: GrantRow | null, id: string): string {
  if (!grant) return 'grant_missing'
  if (grant.state !== 'active') return `grant_${grant.state}`
  return grant.everything || grant.lists.includes(id) ? 'grant_covers' : 'grant_omits'
}

function ofLevel(noun: string, level: string | null, id: string, grant: GrantRow | null): string {
  switch (`${noun} ${level}`) {
    case 'alias public':
    case 'endpoint public':
      return `${noun}_public`
    case 'alias unlisted':
      return 'alias_unlisted'
    case 'alias consent_required':
    case 'endpoint consent_required':
    case 'endpoint unlisted':
      return byGrant(grant, id)
    default:
      return `${noun}_private`
  }
}

/** A link with a path or a query needs a proof of the page; one that is no address has no proof at all. */
function wanted({ strict }: Tables, { live, type, value }: AliasRow): 'nothing' | 'anything' | 'the page' {
  if (!live || !strict.includes(type)) return 'nothing'
  if (type !== 'payment_link') return 'anything'
  if (!value.startsWith('https://')) return 'nothing'
  return /^https:\/\/[^/?#]+\/?$/.test(value) ? 'anything' : 'the page'
}

function ofProof(tables: Tables, alias: AliasRow): string {
  const want = wanted(tables, alias)
  if (want === 'nothing') return 'proof_not_required'
  if (alias.evidence === 'none') return 'proof_missing'
  if (alias.evidence === 'word') return tables.believed ? 'proof_attested' : 'attestation_not_accepted'
  if (alias.evidenceIsOver) return 'proof_expired'
  return want === 'the page' && alias.method !== 'well_known' ? 'proof_of_host' : 'proof_valid'
}

const same = (asked: string | undefined, has: string | undefined) =>
  asked === undefined || (has !== undefined && asked.toUpperCase() === has.toUpperCase())

const takers = ({ takes }: EndpointRow, { asset, rail, network, amount }: Payment) =>
  takes.filter(
    (one) =>
      same(asset, one.asset) &&
      same(rail, one.rail) &&
      same(network, one.network) &&
      (amount === undefined || ((one.least ?? 0) <= amount && amount <= (one.most ?? Number.POSITIVE_INFINITY))),
  )

export function naiveExplanation(tables: Tables, question: Question): Answer {
  const alias = tables.aliases.find(({ id }) => id === question.alias)!
  const identity = tables.identities.find(({ id }) => id === alias.identity)!
  const grant = standing(tables, alias, question)
  const found: [string, string][] = [
    ['environment', alias.live === question.live ? 'same_environment' : 'other_environment'],
    ['alias_registered', `alias_${alias.state}`],
    ['alias_level', ofLevel('alias', alias.level, alias.id, grant)],
    ['proof', ofProof(tables, alias)],
    ['identity_active', identity.live === question.live ? `identity_${identity.state}` : 'other_environment'],
  ]
  const resolves = found.every(([, because]) => good.has(because))

  const told = tables.endpoints
    .filter(({ identity, live, state }) => identity === alias.identity && live === question.live && state !== 'removed')
    .map((row) => {
      const level = ofLevel('endpoint', row.level, row.id, grant)
      const isUseless = question.payment !== null && takers(row, question.payment).length === 0
      const own =
        row.state !== 'active' ? `endpoint_${row.state}` : good.has(level) && isUseless ? 'payment_not_accepted' : level
      const shown = resolves && good.has(own)
      const token =
        shown && row.type === 'bank_account' && grant?.state === 'active' && byGrant(grant, row.id) === 'grant_covers'
      const isInstant =
        question.payment !== null && takers(row, question.payment).some(({ instant }) => instant === true)
      const because = good.has(own) && !shown ? 'alias_hidden' : own
      return { row, shown, because, token, instant: shown && isInstant }
    })
  const first = (one: (typeof told)[number]): (string | number)[] => [
    one.shown ? 0 : 1,
    -one.row.priority,
    one.instant ? 0 : 1,
    one.row.age,
    one.row.id,
  ]
  told.sort((a, b) => {
    const [ones, others] = [first(a), first(b)]
    const at = ones.findIndex((value, index) => value !== others[index])
    return at < 0 ? 0 : ones[at]! < others[at]! ? -1 : 1
  })
  return {
    resolves,
    rules: found.map(([rule, because]) => [rule, good.has(because), because, cures.get(because) ?? null]),
    grant: grant?.id ?? null,
    endpoints: told.map(({ row, shown, because, token }) => [row.id, shown, because, token]),
  }
}
