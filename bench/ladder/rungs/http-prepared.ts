import { createResolutionFacts } from '../../../src/persistence/resolution-facts.ts'
import { answerOf, lookUpOf, openApp, serveJson } from './serving.ts'

/** node:http, one prepared statement per look-up: no batch, as many in flight as the pool has connections. */
const app = await openApp()
const facts = createResolutionFacts(app.pool, { maxBatchSize: 1, maxInFlight: 1_000 })

async function resolve(alias: string) {
  const lookUp = lookUpOf(alias)
  return answerOf(app, lookUp, await facts.load(lookUp))
}

serveJson(async ({ alias, items }, url) =>
  url.endsWith('/bulk') ? { results: await Promise.all(items.map(resolve)) } : resolve(alias),
)
