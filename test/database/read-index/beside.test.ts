import { expect, test } from 'vitest'
import { createReplicaReads, type ReplicaConnection } from '../../../src/database/read-index/reads.ts'
import type { Mark, Progress } from '../../../src/database/read-index/rules.ts'

const mark = (token: string, position: number): Mark => ({
  position,
  timeline: 1,
  run: { token, system: 'one' },
  at: '2026-11-23 06:00:00+00',
})

const through: Progress = { startedAt: 'then', isDirect: true, position: 5, timeline: 1, holdsRun: true }

/** One replica, which answers what each test says; what is asked is written down in its order. */
function opened(marks: (Mark | null | Error)[], progress: (run: string, nth: number) => Progress | Error) {
  const seen: string[] = []
  let asked = 0
  const connection: ReplicaConnection<string, string> = {
    binding: { system: 'one', startedAt: 'then', isDirect: true },
    async progress(run) {
      seen.push(`progress ${run}`)
      const said = progress(run, asked++)
      if (said instanceof Error) throw said
      return said
    },
    async read() {
      seen.push('read')
      return 'replica'
    },
    release: (isSound) => void seen.push(isSound ? 'kept' : 'dropped'),
  }
  const reads = createReplicaReads<string, string>({
    replicas: [{ connect: async () => connection }],
    async takeMark() {
      // The replica answers first.
      await new Promise(setImmediate)
      seen.push('mark')
      const next = marks.shift()!
      if (next instanceof Error) throw next
      return next
    },
    waitMs: 0,
    clock: () => 0,
    pause: async () => undefined,
    inWait: (work) => work,
    inRead: (work) => work,
  })
  return {
    counts: reads.counts,
    async read() {
      seen.length = 0
      const by = await reads.read('batch', async () => 'primary').catch((error: Error) => error.message)
      await new Promise(setImmediate)
      return { by, seen: [...seen] }
    },
  }
}

test('a replica’s position and the primary’s mark are requested together, and the read comes after both', async () => {
  const { read } = opened([mark('a', 5), mark('a', 5)], () => through)
  // The first does not know of which run to ask.
  expect(await read()).toEqual({ by: 'replica', seen: ['mark', 'progress a', 'read', 'kept'] })
  expect(await read()).toEqual({ by: 'replica', seen: ['progress a', 'mark', 'read', 'kept'] })
})

test('a replica that was behind the mark is asked for its position again', async () => {
  const { read } = opened([mark('a', 5), mark('a', 6)], (_, nth) => ({ ...through, position: nth === 2 ? 6 : 5 }))
  await read()
  expect(await read()).toEqual({ by: 'replica', seen: ['progress a', 'mark', 'progress a', 'read', 'kept'] })
})

test("a replica's answer about another run than the mark's sends the read to the primary", async () => {
  const { read, counts } = opened([mark('a', 5), mark('b', 5)], (run) => ({ ...through, holdsRun: run === 'a' }))
  await read()
  expect(await read()).toEqual({ by: 'primary', seen: ['progress a', 'mark', 'progress b', 'kept'] })
  expect(counts.fallbacks.behind).toBe(1)
})

test('without a mark nothing is read, and the connection is put back', async () => {
  const { read, counts } = opened([mark('a', 5), null, new Error('away')], () => through)
  await read()
  expect(await read()).toEqual({ by: 'primary', seen: ['progress a', 'mark', 'kept'] })
  expect(counts.fallbacks.no_mark).toBe(1)
  expect(await read()).toEqual({ by: 'away', seen: ['progress a', 'mark', 'kept'] })
})

test('a replica that fails beside the mark is not read', async () => {
  const { read, counts } = opened([mark('a', 5), mark('a', 5)], (_, nth) => (nth === 1 ? new Error('gone') : through))
  await read()
  expect(await read()).toEqual({ by: 'primary', seen: ['progress a', 'dropped', 'mark'] })
  expect(counts.fallbacks.away).toBe(1)
})
