import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue } from '../../src/kernel/fair-queue.ts'
import { placeIn, queueBounds } from '../../src/kernel/queue-bounds.ts'
import {
  createOpening,
  heavyListsAtWork,
  metadataBytesPerRequest,
  openPages,
} from '../../src/registry/notes/opening.ts'
import { callOf } from '../support/call.ts'

const kib = 1024
const rowsOf = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, id) => ({ id, metadata: Buffer.alloc(bytes) }))

/** Calls with a place each, and what they paid. */
function scene() {
  const paid: number[] = []
  const openRows = createOpening({ admitRequest: (_, count) => void paid.push(count!) })
  const queue = createFairQueue({ places: 8, shareOf: () => 8, ...queueBounds })
  const callBy = async (owner: string) =>
    callOf({ consumerId: owner }, { place: await placeIn(queue, owner, () => new Error('full')) })
  return { openRows, queue, callBy, paid }
}

test('a list pays by the size of its metadata, before anything is opened', async () => {
  const { openRows, callBy, paid } = scene()
  const call = await callBy('ann')
  await openRows(call, rowsOf(100, kib), async ({ id }) => id)
  expect(paid).toEqual([])
  const rows = rowsOf(100, 32 * kib)
  expect(await openRows(call, rows, async ({ id }) => id)).toEqual(rows.map(({ id }) => id))
  expect(paid).toEqual([(100 * 32 * kib) / metadataBytesPerRequest])
  const refusing = createOpening({ admitRequest: () => Promise.reject(new Error('used up')) })
  let opened = 0
  await expect(refusing(call, rows, async () => opened++)).rejects.toThrow('used up')
  expect(opened).toBe(0)
})

test('a large list is opened in slices: the event loop turns at least once for each 64 kB', async () => {
  const { openRows, callBy } = scene()
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await openRows(await callBy('ann'), rowsOf(100, 32 * kib), async ({ id }) => id)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(50)
})

test('a consumer has two large lists at work until they are answered; the others wait without a place', async () => {
  const { openRows, queue, callBy } = scene()
  const opened: string[] = []
  const list = async (owner: string, name: string) => {
    const call = await callBy(owner)
    const done = openRows(call, rowsOf(10, 32 * kib), async () => null).then(() => opened.push(name))
    return { call, done }
  }
  const lists = await Promise.all(['a', 'b', 'c', 'd'].map((name) => list('ann', name)))
  await pause(50)
  expect(opened.toSorted()).toEqual(['a', 'b'].slice(0, heavyListsAtWork))
  expect(queue.atWork).toBe(heavyListsAtWork)
  const beside = await list('bob', 'beside')
  await beside.done
  // The next one begins when an answer is written.
  lists[0]!.call.place.leave()
  await lists[2]!.done
  expect(opened.includes('d')).toBe(false)
  lists[1]!.call.place.leave()
  await lists[3]!.done
})

test('a request has one turn for all of its large lists', async () => {
  const { openRows, callBy } = scene()
  const call = await callBy('ann')
  const all = Array.from({ length: 5 }, () => openRows(call, rowsOf(10, 32 * kib), async ({ id }) => id))
  expect((await Promise.all(all)).length).toBe(5)
})

test('pages that are opened together keep their rows', async () => {
  const pages = [
    { rows: rowsOf(2, 1), hasMore: true },
    { rows: [], hasMore: false },
    { rows: rowsOf(3, 1), hasMore: false },
  ]
  const opened = await openPages(pages, async (rows) => rows.map(({ id }) => id))
  expect(opened).toEqual([
    { records: [0, 1], hasMore: true },
    { records: [], hasMore: false },
    { records: [0, 1, 2], hasMore: false },
  ])
})
