import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aliasRules,
  decide,
  type EndpointFacts,
  endpointRules,
  type Facts,
  hidden,
  isOwned,
  type Verdict,
} from '../../src/resolution/policy.ts'
import { combinations, proofCombinations } from './disclosure-combinations.ts'
import { mutants, proofMutants } from './disclosure-mutants.ts'
import { naiveVerdict } from './naive-disclosure.ts'

const inWords = (verdict: Verdict): string =>
  verdict.kind === 'resolved' ? `resolved [${verdict.disclosed.map(({ id }) => id)}] of ${verdict.total}` : verdict.kind

function compare(
  policy: (facts: Facts) => Verdict,
  all: () => Iterable<Facts> = combinations,
): { combinations: number; difference: Facts | null } {
  let count = 0
  for (const facts of all()) {
    count++
    if (inWords(policy(facts)) !== naiveVerdict(facts)) return { combinations: count, difference: facts }
  }
  return { combinations: count, difference: null }
}

const open: Facts = {
  caller: { livemode: true, scopes: ['resolve'] },
  alias: { id: 'alias', livemode: true, status: 'registered', privacyLevel: 'public' },
  identity: { id: 'identity', livemode: true, status: 'active' },
  grant: null,
  need: 'none',
  endpoints: [],
}

describe('the disclosure policy', () => {
  test('agrees with the naive one on every combination of facts', () => {
    const result = compare(decide)
    console.info(`disclosure: ${result.combinations.toLocaleString('en')} combinations compared`)
    expect(result.difference).toBeNull()
    expect(result.combinations).toBe(2 * 5 * 43 * 9 * 17 * 56)
  })

  test.each(Object.entries(mutants))('a policy that %s is caught', (_, mutant) => {
    expect(compare(mutant).difference).not.toBeNull()
  })

  test('agrees with the naive one on every need, with everything that may be known of a proof', () => {
    const result = compare(decide, proofCombinations)
    console.info(`proofs: ${result.combinations.toLocaleString('en')} combinations compared`)
    expect(result.difference).toBeNull()
    expect(result.combinations).toBe(3 * 66 * 43 * 9 * 2)
  })

  test.each(Object.entries(proofMutants))('a policy that %s is caught', (_, mutant) => {
    expect(compare(mutant, proofCombinations).difference).not.toBeNull()
  })

  test('agrees with the naive one on many endpoints and their order', () => {
    const endpoint = fc.record<EndpointFacts>({
      id: fc.uuid(),
      livemode: fc.boolean(),
      status: fc.constantFrom('active', 'active', 'disabled', 'removed'),
      privacyLevel: fc.constantFrom('public', 'public', 'unlisted', 'private', 'consent_required', null),
      priority: fc.constantFrom(-1.5, 0, 7),
      createdAt: fc.constantFrom(1, 2).map((day) => new Date(day)),
    })
    const lists = fc.uniqueArray(endpoint, { selector: ({ id }) => id, maxLength: 12 })
    fc.assert(
      fc.property(lists, fc.boolean(), fc.nat(11), (endpoints, all, granted) => {
        const covered = endpoints.slice(0, granted).map(({ id }) => id)
        const grant = { active: true, livemode: true, all, aliases: [], endpoints: covered }
        const facts = { ...open, grant, endpoints }
        expect(inWords(decide(facts))).toBe(naiveVerdict(facts))
      }),
    )
  })

  test('a private alias is refused exactly like a missing one', () => {
    const refused = [
      decide({ ...open, alias: null }),
      decide({ ...open, alias: { ...open.alias!, privacyLevel: 'private' } }),
      decide({ ...open, alias: { ...open.alias!, privacyLevel: 'consent_required' } }),
      decide({ ...open, alias: { ...open.alias!, livemode: false } }),
      decide({ ...open, identity: { ...open.identity!, status: 'suspended' } }),
      decide({ ...open, identity: null }),
      decide({ ...open, need: 'any' }),
    ]
    expect(refused.every((verdict) => verdict === hidden)).toBe(true)
    expect(Object.isFrozen(hidden)).toBe(true)
  })

  test('without the scope the verdict is the same for all facts', () => {
    const kinds = new Set<string>()
    for (const facts of combinations()) {
      if (facts.caller.scopes.length === 0) kinds.add(decide(facts).kind)
    }
    expect([...kinds]).toEqual(['forbidden'])
  })

  test('refuses exactly where a rule of its table fails, and shows the endpoints that meet those of theirs', () => {
    for (const all of [combinations, proofCombinations])
      for (const facts of all()) {
        const verdict = decide(facts)
        if (verdict.kind === 'forbidden') continue
        const isOpen = Object.values(aliasRules).every((holds) => holds(facts))
        if ((verdict.kind === 'resolved') !== isOpen) expect(facts).toBe(isOpen)
        if (verdict.kind === 'hidden') continue
        const shown = facts.endpoints.filter(
          (one) =>
            isOwned(one, facts.caller.livemode) && Object.values(endpointRules).every((holds) => holds(facts, one)),
        )
        if (shown.length !== verdict.disclosed.length || !shown.every((one) => verdict.disclosed.includes(one)))
          expect(facts).toBe(shown)
      }
  })

  test('leaves the facts unchanged', () => {
    const endpoints = Object.freeze(
      [1, 2].map((priority) => Object.freeze({ ...publicEndpoint, id: `e${priority}`, priority })),
    )
    expect(inWords(decide({ ...open, endpoints }))).toBe('resolved [e2,e1] of 2')
  })
})

const publicEndpoint = { livemode: true, status: 'active', privacyLevel: 'public', createdAt: 0 }
