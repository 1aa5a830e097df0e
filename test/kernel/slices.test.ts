import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPace, createSlices } from '../../src/kernel/long-work.ts'

test('one slice in each turn of the event loop, in order, however many wait', async () => {
  const slice = createSlices()
  const done: number[] = []
  const works = Array.from({ length: 3 }, async (_, work) => {
    for (let round = 0; round < 2; round++) {
      await slice()
      done.push(work)
    }
  })
  const counts: number[] = []
  for (let at = 0; at < 8; at++) {
    counts.push(done.length)
    await turn()
  }
  await Promise.all(works)
  expect(done).toEqual([0, 1, 2, 0, 1, 2])
  for (const [at, count] of counts.entries()) expect(count - (counts[at - 1] ?? 0)).toBeLessThanOrEqual(1)
})

test('a pace limits the steps of all its users in one turn of the event loop', async () => {
  const pace = createPace(10)
  let inTurn = 0
  let most = 0
  let isDone = false
  const watch = async () => {
    while (!isDone) {
      inTurn = 0
      await turn()
    }
  }
  const work = async () => {
    for (let part = 0; part < 20; part++) {
      await pace(4)
      inTurn += 4
      most = Math.max(most, inTurn)
    }
  }
  const watching = watch()
  await Promise.all([work(), work(), work()])
  isDone = true
  await watching
  expect(most).toBeLessThanOrEqual(20)
  expect(most).toBeGreaterThanOrEqual(8)
})
