import { createResolutionFacts } from '../../../src/resolution/store.ts'
import { answerOf, lookUpOf, openApp, serveJson } from './serving.ts'

/** node:http, look-ups of all requests in one statement: the ceiling. */
const app = await openApp()
const { BENCH_BATCH = '256', BENCH_IN_FLIGHT = '2' } = process.env
const facts = createResolutionFacts(app.pool, {
  maxBatchSize: Number(BENCH_BATCH),
  maxInFlight: Number(BENCH_IN_FLIGHT),
})

async function resolve(alias: string) {
  const lookUp = lookUpOf(alias)
  return answerOf(app, lookUp, await facts.load(lookUp))
}

serveJson(async ({ alias, items }, url) =>
  url.endsWith('/bulk') ? { results: await Promise.all(items.map(resolve)) } : resolve(alias),
)
