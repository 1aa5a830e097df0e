import type { Facts } from '../../src/resolution/policy.ts'

/**
 * The seed's five rules, one after another over plain tables: a second implementation that shares no code and no structure
 * with the policy, written to be read against the seed's text. It answers in words, to be compared as such.
 */
type World = {
  livemode: boolean
  scopes: Set<string>
  aliases: Map<string, { status: string; level: string; shows: string }>
  wanted: string[]
  identities: Map<string, { status: string }>
  grants: Set<string>
  endpoints: { id: string; status: string; level: string; priority: number; age: number }[]
}

type Rule = (world: World) => 'hidden' | 'forbidden' | undefined

const answers = new Map([
  ['alias public', 'yes'],
  ['alias unlisted', 'yes'],
  ['alias consent_required', 'ask'],
  ['endpoint public', 'yes'],
  ['endpoint unlisted', 'ask'],
  ['endpoint consent_required', 'ask'],
])

const isAllowed = (world: World, noun: string, level: string, id: string): boolean => {
  const answer = answers.get(`${noun} ${level}`) ?? 'no'
  return answer === 'yes' || (answer === 'ask' && (world.grants.has('everything') || world.grants.has(`${noun} ${id}`)))
}

const rules: Rule[] = [
  function environmentMatch() {
    return undefined // `worldOf` has left out every row of the other environment
  },
  function scope({ scopes }) {
    if (!scopes.has('resolve') && !scopes.has('*')) return 'forbidden'
  },
  function aliasPrivacyGate(world) {
    const open = [...world.aliases].filter(
      ([id, { status, level }]) => status === 'registered' && isAllowed(world, 'alias', level, id),
    )
    if (open.length === 0) return 'hidden'
  },
  function proof({ aliases, wanted }) {
    if (![...aliases.values()].some(({ shows }) => wanted.includes(shows) || wanted.includes('anything')))
      return 'hidden'
  },
  function identityStatus({ identities }) {
    if ([...identities.values()].every(({ status }) => status !== 'active')) return 'hidden'
  },
]

/** Proofs that the operator accepts at each setting, in words. */
const takenFor: Record<string, string[]> = {
  none: ['anything'],
  any: ['vouched for', 'proved by well_known', 'proved otherwise'],
  'own path': ['vouched for', 'proved by well_known'],
}

function wordsFor(proof: NonNullable<Facts['alias']>['proof']): string {
  if (!proof) return 'nothing'
  const { verification, method, isExpired, attests } = proof
  const words = [
    { when: verification === 'attested' && attests, say: 'vouched for' },
    { when: verification === 'proved' && isExpired, say: 'a proof of old' },
    { when: verification === 'proved' && method === 'well_known', say: 'proved by well_known' },
    { when: verification === 'proved', say: 'proved otherwise' },
  ]
  return words.find(({ when }) => when)?.say ?? 'nothing'
}

function worldOf({ caller, alias, identity, grant, endpoints, need }: Facts): World {
  const world: World = {
    livemode: caller.livemode,
    scopes: new Set(caller.scopes),
    aliases: new Map(),
    wanted: takenFor[need] ?? [],
    identities: new Map(),
    grants: new Set(),
    endpoints: [],
  }
  if (alias && alias.livemode === world.livemode) {
    const shows = wordsFor(alias.proof)
    world.aliases.set(alias.id, { status: alias.status, level: String(alias.privacyLevel), shows })
  }
  if (identity && identity.livemode === world.livemode) world.identities.set(identity.id, { status: identity.status })
  if (grant?.active && grant.livemode === world.livemode) {
    if (grant.all) world.grants.add('everything')
    for (const id of grant.aliases) world.grants.add(`alias ${id}`)
    for (const id of grant.endpoints) world.grants.add(`endpoint ${id}`)
  }
  for (const { id, livemode, status, privacyLevel, priority, createdAt } of endpoints) {
    if (livemode !== world.livemode || status === 'removed') continue
    world.endpoints.push({ id, status, level: String(privacyLevel), priority, age: Number(createdAt) })
  }
  return world
}

export function naiveVerdict(facts: Facts): string {
  const world = worldOf(facts)
  for (const rule of rules) {
    const refusal = rule(world)
    if (refusal) return refusal
  }
  const rows = world.endpoints.filter(
    (row) => row.status === 'active' && isAllowed(world, 'endpoint', row.level, row.id),
  )
  const ordered: string[] = []
  while (rows.length > 0) {
    const highest = Math.max(...rows.map(({ priority }) => priority))
    const oldest = Math.min(...rows.filter(({ priority }) => priority === highest).map(({ age }) => age))
    const ties = rows.filter(({ priority, age }) => priority === highest && age === oldest)
    const [first] = ties.map(({ id }) => id).sort()
    ordered.push(first ?? '')
    rows.splice(
      rows.findIndex(({ id }) => id === first),
      1,
    )
  }
  return `resolved [${ordered}] of ${world.endpoints.length}`
}
