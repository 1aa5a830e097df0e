import { expect, test } from 'vitest'
import { aliasRules } from '../../../src/resolution/policy.ts'
import { type Body, forTests, type Key } from '../../support/server.ts'
import { inLanes } from '../../support/wire.ts'
import type { Payment } from './naive-explanation.ts'
import { makeRegistry, startWorld } from './random-registry.ts'
import { choices, payment } from './random-tables.ts'

/* Explanations agree with the answers of resolve, over REST and GraphQL, on random registries with REQUIRE_PROOF. */

const registries = Number(process.env.REGISTRIES ?? 100)
const seed = Number(process.env.SEED ?? 20_261_126)

const world = forTests(startWorld)

type Seen = { resolves: boolean; shown: [id: string, hasToken: boolean][] }
const nothing: Seen = { resolves: false, shown: [] }

const resolveDocument = `query ($input: ResolveInput!) { resolve(input: $input) {
  endpoints { id ... on DisclosedBankAccount { token } } } }`
const explainDocument = `query ($input: ExplanationInput!) { explanation(input: $input) {
  resolves rules { holds } endpoints { endpointId shown token } } }`

const shownOf = (endpoints: Body[]): Seen => ({
  resolves: true,
  shown: endpoints.map(({ id, token }) => [id, token != null]),
})
const saidOf = ({ resolves, endpoints }: Body): Seen => ({
  resolves,
  shown: endpoints
    .filter(({ shown }: Body) => shown)
    .map(({ endpoint, endpointId, token }: Body) => [endpoint ?? endpointId, token]),
})

/** Returns the payer's answer and the owner's explanation of it, on both surfaces. */
async function ask(owner: Key, payer: Key, alias: Body, wanted: Payment | null): Promise<Record<string, Seen>> {
  const type = alias.type.toUpperCase()
  const payment = wanted ? { for: wanted } : {}
  const input = { alias: alias.id, consumer: payer.consumer, ...payment }
  const [resolve, resolved, explain, explained] = await Promise.all([
    world.server.send('POST', '/v1/resolve', {
      key: payer.key,
      body: { type: alias.type, value: alias.value, ...payment },
    }),
    world.server.graphql(payer.key, resolveDocument, { input: { type, value: alias.value, ...payment } }),
    world.server.send('POST', '/v1/explanations', { key: owner.key, body: input }),
    world.server.graphql(owner.key, explainDocument, { input }),
  ])
  expect([resolve.status === 200 || resolve.status === 404, explain.status, explained.body.errors]).toEqual([
    true,
    200,
    undefined,
  ])
  const answer = resolved.body.data.resolve
  return {
    resolve: resolve.status === 200 ? shownOf(resolve.body.endpoints) : nothing,
    resolveOverGraphql: answer ? shownOf(answer.endpoints) : nothing,
    explained: saidOf(explain.body),
    explainedOverGraphql: saidOf(explained.body.data.explanation),
  }
}

type Counts = { asked: number; resolved: number; tokens: number; differences: object[] }

async function compare(count: number): Promise<Counts> {
  const counts: Counts = { asked: 0, resolved: 0, tokens: 0, differences: [] }
  await inLanes(
    Array.from({ length: count }, (_, n) => n),
    6,
    async (n) => {
      const pick = choices(seed + n)
      const owner = pick.one(world.owners)
      for (const alias of (await makeRegistry(world, pick, owner)).aliases)
        for (const payer of world.payers) {
          const answers = await ask(owner, owner.livemode ? payer.live : payer.test, alias, payment(pick))
          const { resolve, ...others } = answers
          counts.asked++
          if (resolve!.resolves) counts.resolved++
          if (resolve!.shown.some(([, hasToken]) => hasToken)) counts.tokens++
          if (Object.values(others).some((one) => JSON.stringify(one) !== JSON.stringify(resolve)))
            counts.differences.push({ registry: n, alias: alias.id, ...answers })
        }
    },
  )
  return counts
}

test('an explanation says what resolve answers, on random registries', { timeout: 3_600_000 }, async () => {
  const { asked, resolved, tokens, differences } = await compare(registries)
  console.info(
    `explained and resolved: ${registries} registries, ${asked} questions, ${resolved} resolved, ${tokens} with a token, ${differences.length} differences`,
  )
  expect(differences).toEqual([])
  // Every outcome occurred often: else nothing was compared.
  expect(Math.min(resolved, asked - resolved, 10 * tokens)).toBeGreaterThan(asked / 10)
})

test('an explanation by another policy than resolve has is caught', async () => {
  const { proof } = aliasRules
  aliasRules.proof = () => true
  try {
    expect((await compare(30)).differences).not.toEqual([])
  } finally {
    aliasRules.proof = proof
  }
})
