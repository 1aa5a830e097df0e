import type { AliasRow, EndpointRow, GrantRow, Payment, Question, Tables } from './naive-explanation.ts'

/** A reproducible source of choices (mulberry32). */
export function choices(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    one: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!,
    some: <T>(values: readonly T[]): T[] => values.filter(() => next() < 0.5),
    often: (share: number): boolean => next() < share,
    upTo: (most: number): number => Math.floor(next() * (most + 1)),
  }
}
export type Choices = ReturnType<typeof choices>

export const levels = ['public', 'public', 'unlisted', 'consent_required', 'consent_required', 'private'] as const
export const consumers = ['the payer', 'a friend', 'a stranger'] as const
const values: Readonly<Record<string, readonly string[]>> = {
  username: ['alice'],
  phone: ['+12125550100'],
  email: ['a@mail.example'],
  payment_link: ['https://pay.example', 'https://pay.example/alice', 'https://pay.example/?to=alice', 'code-of-alice'],
}
export const takeOne = ({ one, often }: Choices): EndpointRow['takes'][number] => ({
  asset: one(['EUR', 'USDC']),
  rail: one(['sepa', 'onchain']),
  ...(often(0.5) ? { network: one(['polygon', 'base']) } : {}),
  ...(often(0.5) ? { instant: true, least: one([0, 10]), most: one([50, 500]) } : {}),
})

/** A payment that some endpoints take and others do not; null for none. */
export const payment = ({ one, often }: Choices): Payment | null =>
  often(0.4)
    ? null
    : {
        asset: one(['EUR', 'eur', 'USDC']),
        ...(often(0.3) ? { rail: one(['SEPA', 'onchain']) } : {}),
        ...(often(0.2) ? { network: 'base' } : {}),
        ...(often(0.5) ? { amount: one([5, 10, 100, 1_000]) } : {}),
      }

/** One owner's tables: two identities in both environments, whatever state their rows are in. */
export function randomTables(pick: Choices): Tables {
  const { one, some, often, upTo } = pick
  let serial = 0
  const id = () => `00000000-0000-4000-8000-${String(++serial * 7_919).padStart(12, '0')}`
  const tables: Tables = {
    strict: some(['phone', 'email', 'payment_link']),
    believed: often(0.5),
    identities: [],
    aliases: [],
    endpoints: [],
    grants: [],
  }
  for (let n = 0; n < 2; n++) {
    const live = often(0.6)
    const identity = id()
    tables.identities.push({ id: identity, live, state: one(['active', 'active', 'active', 'suspended', 'closed']) })
    const place = () => ({ live: often(0.95) ? live : !live, identity })
    for (let made = 0; made <= upTo(1); made++) tables.aliases.push({ id: id(), ...place(), ...randomAlias(pick) })
    for (let made = 0; made < upTo(5); made++) tables.endpoints.push({ id: id(), ...place(), ...randomEndpoint(pick) })
    const records = [...tables.aliases, ...tables.endpoints].map((row) => row.id)
    for (const to of consumers.slice(0, 2)) tables.grants.push(...randomGrants(pick, { id, place, to, records }))
  }
  return tables
}

function randomAlias({ one, often }: Choices): Omit<AliasRow, 'id' | 'live' | 'identity'> {
  const type = one(Object.keys(values))
  return {
    type,
    value: one(values[type]!),
    level: often(0.95) ? one(levels) : one([null, 'secret']),
    state: often(0.8) ? 'registered' : one(['released', 'transferred', 'damaged']),
    evidence: one(['none', 'word', 'proof', 'proof']),
    method: one(['well_known', 'dns_txt', 'sms_code']),
    evidenceIsOver: often(0.3),
  }
}

const randomEndpoint = (pick: Choices): Omit<EndpointRow, 'id' | 'live' | 'identity'> => ({
  type: pick.one(['bank_account', 'bank_account', 'crypto_wallet']),
  level: pick.often(0.95) ? pick.one(levels) : pick.one([null, 'secret']),
  state: pick.often(0.75) ? 'active' : pick.one(['disabled', 'damaged', 'removed']),
  priority: pick.one([-1.5, 0, 0, 7]),
  age: pick.upTo(2),
  takes: Array.from({ length: pick.upTo(2) }, () => takeOne(pick)),
})

type Granting = {
  id: () => string
  place: () => { live: boolean; identity: string }
  to: string
  records: readonly string[]
}

/** Ended grants in their order, and at most one that is active. */
function randomGrants({ one, some, often, upTo }: Choices, { id, place, to, records }: Granting): GrantRow[] {
  const states = Array.from({ length: upTo(2) }, () => one(['revoked', 'expired'] as const))
  const all = often(0.6) ? [...states, 'active' as const] : states
  return all.map((state) => ({
    id: id(),
    ...place(),
    to,
    state,
    everything: often(0.2),
    lists: some(records),
  }))
}

export const questionsOf = (tables: Tables, pick: Choices): Question[] =>
  tables.aliases.flatMap(({ id, live }) =>
    consumers.map((consumer) => ({
      live: pick.often(0.97) ? live : !live,
      alias: id,
      consumer,
      payment: payment(pick),
    })),
  )
