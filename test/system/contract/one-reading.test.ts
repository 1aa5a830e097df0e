import fc from 'fast-check'
import { parse } from 'graphql'
import { expect, it } from 'vitest'
import { clientNetwork } from '../../../src/access/quotas/client-network.ts'
import {
  amountKey,
  type Choosable,
  choose,
  keyOfPayment,
  type PaymentContext,
} from '../../../src/resolution/payment.ts'
import { operationCost } from '../../../src/surfaces/graphql/cost.ts'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { readOperation } from '../../../src/surfaces/graphql/variables.ts'
import { readJson } from '../../../src/surfaces/http/json.ts'

/*
 * A budget, a quota, an idempotency key and a cache are keyed by exactly what is judged: the same key gives the same verdict,
 * whatever the text.
 */

const name = fc.constantFrom('usdc', 'USDC', 'Usdc', 'eur', 'EUR', 'usdc|5', 'a"b', 'İ', 'i\u0307', 'ß', 'SS')
const part = fc.option(name, { nil: undefined })
const amount = fc.constantFrom(0, -0, 1, 5, 10, 100, 0.1)
const payment = fc
  .record({ asset: name, network: part, rail: part, amount })
  .map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as PaymentContext)
const recased = (one: PaymentContext): PaymentContext => ({
  ...one,
  ...(one.asset && { asset: one.asset.toUpperCase() }),
  ...(one.network && { network: one.network.toLowerCase() }),
})
/** Two payments: any two, or one in other capitals, so that equal keys are met in every run. */
const payments: fc.Arbitrary<[PaymentContext, PaymentContext]> = fc.oneof(
  fc.tuple(payment, payment),
  payment.map((one): [PaymentContext, PaymentContext] => [one, recased(one)]),
)
const capability = fc.record({ asset: name, network: name, rail: name, minAmount: amount, maxAmount: amount })
const endpoints: fc.Arbitrary<Choosable[]> = fc.array(
  fc.record({ priority: fc.integer({ min: 0, max: 2 }), capabilities: fc.array(capability, { maxLength: 3 }) }),
  { maxLength: 4 },
)
const alias = fc.record({
  type: fc.constantFrom('username' as const, 'email' as const),
  value: fc.constantFrom('bob1', 'bobl', 'a|b@x.example', 'a|b@x.example|usdc'),
})

it('the budget of amounts: one key is one alias and one choice among any endpoints', () => {
  let same = 0
  fc.assert(
    fc.property(alias, alias, payments, endpoints, (whose, whoseElse, [one, other], from) => {
      const [key, otherKey] = [amountKey(whose, one), amountKey(whoseElse, other)]
      if (key.value !== otherKey.value) return
      same += 1
      expect([whose, key.target]).toEqual([whoseElse, otherKey.target])
      expect(choose(one, from)).toEqual(choose(other, from))
    }),
    { numRuns: 5_000 },
  )
  expect(same).toBeGreaterThan(0)
})

it('the budget of amounts: capitals take no second value, and another network takes one', () => {
  const bob = { type: 'username' as const, value: 'bob' }
  const key = (context: PaymentContext) => amountKey(bob, context).value
  expect(key({ asset: 'usdc', amount: 5 })).toBe(key({ asset: 'USDC', amount: 5 }))
  expect(key({ asset: 'usdc', network: 'base', amount: 5 })).not.toBe(
    key({ asset: 'usdc', network: 'polygon', amount: 5 }),
  )
  expect(key({ asset: 'usdc', rail: 'onchain', amount: 5 })).not.toBe(key({ asset: 'usdc', amount: 5 }))
})

it('the payments of fields: one key is one choice among any endpoints', () => {
  fc.assert(
    fc.property(payments, endpoints, ([one, other], from) => {
      if (keyOfPayment(one) === keyOfPayment(other)) expect(choose(one, from)).toEqual(choose(other, from))
    }),
    { numRuns: 5_000 },
  )
})

it('an idempotency payload: bodies that are written alike are judged alike', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.constantFrom('', ' ', '\n'), (text, space) => {
      const read = (written: string) => readJson(written, JSON.parse)
      const body = read(`${space}${text}${space}`)
      expect(JSON.stringify(read(JSON.stringify(body)))).toBe(JSON.stringify(body))
      expect(read(JSON.stringify(body))).toEqual(JSON.parse(JSON.stringify(body)))
    }),
  )
})

it('the quota of a network: every spelling of an address counts under one, and no two networks share it', () => {
  const octets = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(octets, octets, (one, other) => {
      const network = clientNetwork(one.join('.'))
      expect(clientNetwork(`::ffff:${one.join('.')}`)).toBe(network)
      expect(network === clientNetwork(other.join('.'))).toBe(one.slice(0, 3).join() === other.slice(0, 3).join())
    }),
  )
  const groups = fc.array(fc.integer({ min: 1, max: 0xffff }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(groups, fc.nat(7), (address, at) => {
      const spelled = (base: readonly number[]) => base.map((group) => group.toString(16)).join(':')
      const changed = address.with(at, address[at]! ^ 1)
      expect(clientNetwork(spelled(address).toUpperCase())).toBe(clientNetwork(spelled(address)))
      expect(clientNetwork(spelled(changed)) === clientNetwork(spelled(address))).toBe(at >= 4)
    }),
  )
})

it('the cache of costs: a document that was weighed before costs the same again, with any variables', () => {
  const schema = createSchema()
  const texts = [
    'query ($n: Int, $no: Boolean = false) { identities(first: $n) { edges { node { id @skip(if: $no) metadata } } } }',
    'query ($n: Int, $no: Boolean = false) { identities { edges { node { metadata @skip(if: $no) } } } }',
    'query ($n: Int) { identities { edges { node { aliases(first: $n) { edges { node { id } } } } } } }',
    '{ identities { edges { node { ...F } } } } fragment F on Identity { aliases { edges { node { id } } } }',
  ]
  const kept = texts.map((text) => parse(text))
  const costOf = (document: ReturnType<typeof parse>, variables: Record<string, unknown>) =>
    operationCost(readOperation(schema, document, document.definitions[0] as never, variables))
  fc.assert(
    fc.property(fc.nat(texts.length - 1), fc.nat(100), fc.boolean(), (at, n, no) => {
      expect(costOf(kept[at]!, { n, no })).toBe(costOf(parse(texts[at]!), { n, no }))
    }),
  )
})
