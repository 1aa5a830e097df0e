import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createProofNeeds, type ProvableType } from '../../../src/ownership/proofs/needs.ts'
import {
  type ExplainedFacts,
  explain,
  type Reason,
  reasonNames,
  reasons,
} from '../../../src/resolution/explanations/rules.ts'
import type { PaymentContext } from '../../../src/resolution/payment.ts'
import {
  type AliasCase,
  aliasRules,
  decide,
  type EndpointFacts,
  endpointRules,
} from '../../../src/resolution/policy.ts'
import { operations } from '../../../src/surfaces/operations.ts'
import { type Answer, naiveExplanation, type Question, type Tables } from './naive-explanation.ts'
import { choices, questionsOf, randomTables } from './random-tables.ts'

const registries = Number(process.env.REGISTRIES ?? 2_000)
const seed = Number(process.env.SEED ?? 20_261_126)

/** The tables as the service reads them for one question. */
function factsOf(tables: Tables, { live, alias: id, consumer }: Question): ExplainedFacts {
  const alias = tables.aliases.find((row) => row.id === id)!
  const identity = tables.identities.find((row) => row.id === alias.identity)!
  const its = <R extends { identity: string }>(rows: readonly R[]) => rows.filter((row) => row.identity === identity.id)
  const grants = its(tables.grants).filter((row) => row.to === consumer && row.live === live)
  const grant = grants.find(({ state }) => state === 'active') ?? grants.at(-1)
  const verification = { none: 'none', word: 'attested', proof: 'proved' }[alias.evidence]
  return {
    caller: { livemode: live, scopes: ['resolve'] },
    alias: {
      id,
      livemode: alias.live,
      status: alias.state,
      privacyLevel: alias.level,
      proof: { verification, method: alias.method, isExpired: alias.evidenceIsOver, attests: tables.believed },
    },
    identity: { id: identity.id, livemode: identity.live, status: identity.state },
    grant: grant
      ? {
          id: grant.id,
          livemode: grant.live,
          status: grant.state,
          active: grant.state === 'active',
          all: grant.everything,
          aliases: grant.lists,
          endpoints: grant.lists,
        }
      : null,
    need: createProofNeeds(tables.strict as ProvableType[])({ ...alias, livemode: alias.live }),
    endpoints: its(tables.endpoints).map((row) => ({
      id: row.id,
      livemode: row.live,
      type: row.type,
      status: row.state,
      privacyLevel: row.level,
      priority: row.priority,
      createdAt: row.age,
      capabilities: row.takes.map(({ instant, least, most, ...one }) => ({
        ...one,
        ...(instant === undefined ? {} : { supportsInstant: instant, minAmount: least!, maxAmount: most! }),
      })),
      projection: null,
      mark: null,
    })),
  }
}

function explained(facts: ExplainedFacts, payment: PaymentContext | null): Answer {
  const { resolves, rules, endpoints } = explain(facts, payment)
  return {
    resolves,
    rules: rules.map(({ rule, holds, because, remedy }) => [rule, holds, because, remedy]),
    grant: facts.grant?.id ?? null,
    endpoints: endpoints.map(({ endpoint, shown, because, token }) => [endpoint.id, shown, because, token]),
  }
}

type Compared = { asked: number; seen: Set<string>; difference: object | null; misled: object | null }

/** Asks both about random registries, and the policy too. Ends at the first difference. */
function compare(count: number): Compared {
  const pick = choices(seed)
  const compared: Compared = { asked: 0, seen: new Set(), difference: null, misled: null }
  for (let made = 0; made < count; made++) {
    const tables = randomTables(pick)
    for (const question of questionsOf(tables, pick)) {
      compared.asked++
      const facts = factsOf(tables, question)
      const [answer, expected] = [explained(facts, question.payment), naiveExplanation(tables, question)]
      if (JSON.stringify(answer) !== JSON.stringify(expected)) return { ...compared, difference: { answer, expected } }
      const verdict = decide(facts)
      const disclosed = verdict.kind === 'resolved' ? verdict.disclosed.map(({ id }) => id) : null
      const shown = answer.endpoints.filter(([, shown]) => shown).map(([id]) => id)
      const isSame = question.payment === null ? JSON.stringify(shown) === JSON.stringify(disclosed ?? []) : true
      if (answer.resolves !== (disclosed !== null) || !isSame) return { ...compared, misled: { answer, disclosed } }
      for (const [, , because] of [...answer.rules, ...answer.endpoints]) compared.seen.add(because)
    }
  }
  return compared
}

afterEach(() => vi.restoreAllMocks())

describe('an explanation', () => {
  test('equals the naive one, and says what the policy decides, on random registries', { timeout: 600_000 }, () => {
    const { asked, seen, difference, misled } = compare(registries)
    console.info(`explanations: ${registries.toLocaleString('en')} registries, ${asked.toLocaleString('en')} asked`)
    expect(difference).toBeNull()
    expect(misled).toBeNull()
    expect([...seen].toSorted()).toEqual(reasonNames.toSorted())
  })

  const { alias_level, proof, identity_active } = { ...aliasRules }
  const { level } = { ...endpointRules }
  const ended = <F extends Pick<AliasCase, 'grant'>>(facts: F): F => ({
    ...facts,
    grant: facts.grant && { ...facts.grant, active: true },
  })
  const wrong: [string, () => unknown][] = [
    ['holds in either environment', () => vi.spyOn(aliasRules, 'environment').mockReturnValue(true)],
    [
      'takes a transferred alias for registered',
      () => vi.spyOn(aliasRules, 'alias_registered').mockImplementation(({ alias }) => alias?.status !== 'released'),
    ],
    [
      'honours an ended grant on an alias',
      () => vi.spyOn(aliasRules, 'alias_level').mockImplementation((facts) => alias_level(ended(facts))),
    ],
    [
      'hides unlisted aliases',
      () =>
        vi
          .spyOn(aliasRules, 'alias_level')
          .mockImplementation((facts) => facts.alias?.privacyLevel !== 'unlisted' && alias_level(facts)),
    ],
    [
      'honours an expired proof',
      () =>
        vi.spyOn(aliasRules, 'proof').mockImplementation(({ alias, ...facts }) =>
          proof({
            ...facts,
            alias: alias && { ...alias, proof: alias.proof ? { ...alias.proof, isExpired: false } : null },
          }),
        ),
    ],
    ['requires no proof', () => vi.spyOn(aliasRules, 'proof').mockReturnValue(true)],
    [
      'takes a suspended identity for active',
      () =>
        vi
          .spyOn(aliasRules, 'identity_active')
          .mockImplementation((facts) => facts.identity?.status === 'suspended' || identity_active(facts)),
    ],
    [
      'shows disabled endpoints',
      () => vi.spyOn(endpointRules, 'status').mockImplementation((_, { status }) => status !== 'damaged'),
    ],
    [
      'honours an ended grant on an endpoint',
      () => vi.spyOn(endpointRules, 'level').mockImplementation((facts, endpoint) => level(ended(facts), endpoint)),
    ],
    [
      'shows unlisted endpoints',
      () =>
        vi
          .spyOn(endpointRules, 'level')
          .mockImplementation(
            (facts, endpoint: EndpointFacts) => endpoint.privacyLevel === 'unlisted' || level(facts, endpoint),
          ),
    ],
  ]

  test.each(wrong)('by a policy that %s is caught', (_, seedFault) => {
    seedFault()
    expect(compare(registries).difference).not.toBeNull()
  })

  test('that forgets the payment is caught', () => {
    const pick = choices(seed)
    const isCaught = Array.from({ length: 2_000 }).some(() => {
      const tables = randomTables(pick)
      return questionsOf(tables, pick).some((question) => {
        const answer = explained(factsOf(tables, question), null)
        return JSON.stringify(answer) !== JSON.stringify(naiveExplanation(tables, question))
      })
    })
    expect(isCaught).toBe(true)
  })
})

describe('the codes', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/how-to/explanations.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \|.*\| (?:`(\w+)`|–) \|$/gm)]
  const listed = rows.map(([, code, remedy]) => [code, remedy ?? null]).filter(([code]) => code !== 'because')

  test('are published with their remedies, each once and in their order', () => {
    expect(listed).toEqual(Object.entries(reasons))
  })

  test('name remedies that are operations', () => {
    for (const remedy of Object.values<string | null>(reasons))
      if (remedy !== null) expect(operations).toHaveProperty([`Mutation.${remedy}`])
  })

  test('of refusals alone have a remedy', () => {
    const held: Reason[] = ['grant_covers', 'alias_public', 'proof_valid', 'endpoint_public', 'identity_active']
    expect(held.map((code) => reasons[code])).toEqual(held.map(() => null))
  })
})
