import { setTimeout as pause } from 'node:timers/promises'
import { type Client, openClient } from './client.ts'
import type { Fixture } from './fixture.ts'
import { type Balance, balance, type Wanted } from './ledger.ts'
import { readEffects, reread } from './stored.ts'
import { createTally, type Tally } from './tally.ts'
import { write } from './writer.ts'

export type TrafficOptions = { writers?: number; readers?: number; thinkMs?: number; withKeys?: boolean }

export type Traffic = {
  tally: Tally
  /** Median time of an answer without a fault, in milliseconds. */
  normalMs: number
  /**
   * Waits until nothing has failed for a while and says how long after `since` that was, in seconds: the last failure or
   * the first success, whichever came later. Null when that doesn't happen in time.
   */
  recovered(since: number): Promise<number | null>
  /** Ends the load, sees through what has begun, and compares what was acknowledged with what is stored. */
  settle(): Promise<Balance>
}

const quietMs = 1_000
const limitMs = 30_000

/** Clients that write under Idempotency-Keys and retry, and clients that resolve an alias that is there. */
export async function startTraffic(
  fixture: Fixture,
  url: string,
  { writers = 8, readers = 6, thinkMs = 10, withKeys = true }: TrafficOptions = {},
): Promise<Traffic> {
  const client = openClient(url, writers + readers)
  const tally = createTally()
  const { scene, known } = await makeScene(fixture, client)
  const wanted: Wanted[] = []
  let isOver = false
  const goesOn = () => !isOver
  const { owner, payer } = fixture
  const running = [
    ...Array.from({ length: writers }, () =>
      write({ client, owner, payer, wanted, seen: tally.add, goesOn, withKeys, thinkMs }),
    ),
    ...Array.from({ length: readers }, () => read({ client, key: payer.key, known, tally, goesOn, thinkMs })),
  ]
  await untilTrue(() => tally.good > 10 * (writers + readers), 60_000)

  return {
    tally,
    normalMs: tally.quantile(0.5),
    async recovered(since) {
      const isQuiet = () => {
        const now = performance.now()
        const quietSince = Math.max(since, tally.lastFailureAt)
        return now - quietSince > quietMs && client.waitingMs() < quietMs && tally.firstGoodAfter(since) !== undefined
      }
      if (!(await untilTrue(isQuiet, limitMs))) return null
      return Math.max(0, tally.lastFailureAt - since, tally.firstGoodAfter(since)! - since) / 1_000
    },
    async settle() {
      isOver = true
      await Promise.all(running)
      const get = (path: string) => client.send('GET', path, owner.key)
      const found = balance(wanted, await readEffects(fixture.ask, scene), await reread(get, wanted))
      await client.close()
      return found
    },
  }
}

export async function untilTrue(isTrue: () => boolean | Promise<boolean>, limit: number): Promise<boolean> {
  for (const end = performance.now() + limit; !(await isTrue()); ) {
    if (performance.now() > end) return false
    await pause(20)
  }
  return true
}

/** One alias that anybody may resolve, with an endpoint behind it. */
async function makeScene(fixture: Fixture, client: Client): Promise<{ scene: Set<string>; known: string }> {
  const known = `known${Math.random().toString(36).slice(2)}`
  const made = async (path: string, body: object): Promise<string> => {
    for (let again = 0; ; again++) {
      const answer = await client.send('POST', path, fixture.owner.key, body)
      if (answer.status === 201) return answer.body.id
      if (again === 20) throw new Error(`The scene could not be made: ${answer.outcome}`)
      await pause(100)
    }
  }
  const identity = await made('/v1/identities', { type: 'user' })
  const alias = { identity, type: 'username', value: known, privacy_level: 'public' }
  const endpoint = { identity, type: 'mobile_money', address: '+14155552671', privacy_level: 'public' }
  return { known, scene: new Set([identity, await made('/v1/aliases', alias), await made('/v1/endpoints', endpoint)]) }
}

type Reader = { client: Client; key: string; known: string; tally: Tally; goesOn: () => boolean; thinkMs: number }

async function read({ client, key, known, tally, goesOn, thinkMs }: Reader): Promise<void> {
  while (goesOn()) {
    const answer = await client.send('POST', '/v1/resolve', key, { alias: `@${known}` })
    tally.add(answer)
    if (answer.status === 200 && answer.body?.endpoints?.length !== 1) tally.note('a wrong answer')
    await pause(answer.status === 200 ? Math.random() * 2 * thinkMs : 50 + Math.random() * 100)
  }
}
