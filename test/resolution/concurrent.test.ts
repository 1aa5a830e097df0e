import { expect, test, vi } from 'vitest'
import { createResolutionFacts, type FactsOptions } from '../../src/resolution/batching.ts'
import type { LookUp, Row } from '../../src/resolution/facts-store.ts'

const lookUpOf = (value: string): LookUp => ({
  livemode: false,
  type: 'username',
  value,
  skeleton: value,
  consumerId: '7b1c9f52-3ad4-4e0b-9c1d-5f6e2ab83c47',
})
const absent = (_: unknown, index: number): Row => [
  `${index + 1}`,
  ...([null, null, null, '', null, null, null, null, false, null, '', null] as const),
]

/** Batches that went out, each with the end of it. No statement is sent: when batches begin is what is looked at. */
function watched(options: FactsOptions) {
  const batches: { values: string[]; answer(): void }[] = []
  const facts = createResolutionFacts(undefined as never, {
    ...options,
    replicas: {
      read: (batch) =>
        new Promise((settle) => {
          batches.push({ values: batch.map(({ value }) => value), answer: () => settle(batch.map(absent)) })
        }),
    },
  })
  const asked: Promise<unknown>[] = []
  return {
    batches,
    ask: (value: string) => void asked.push(facts.load(lookUpOf(value))),
    async end() {
      let ended = 0
      await vi.waitFor(() => {
        for (; ended < batches.length; ended++) batches[ended]!.answer()
        expect(batches.flatMap(({ values }) => values)).toHaveLength(asked.length)
      })
      await Promise.all(asked)
    },
  }
}

/** Whatever was to go out by now has gone out. */
const turns = async () => {
  for (let n = 0; n < 10; n++) await new Promise(setImmediate)
}

test('look-ups gather until the batch before is back', async () => {
  const { batches, ask, end } = watched({ besideAfterMs: 60_000 })
  ask('one')
  await turns()
  for (const value of ['two', 'three']) ask(value)
  await turns()
  expect(batches.map(({ values }) => values)).toEqual([['one']])
  batches[0]!.answer()
  await turns()
  expect(batches.map(({ values }) => values)).toEqual([['one'], ['two', 'three']])
  await end()
})

test('a full batch goes out beside it', async () => {
  const { batches, ask, end } = watched({ besideAfterMs: 60_000, maxBatchSize: 2 })
  ask('one')
  await turns()
  for (const value of ['two', 'three', 'four']) ask(value)
  await turns()
  expect(batches.map(({ values }) => values)).toEqual([['one'], ['two', 'three']])
  await end()
})

test('so does any once the one before takes long, and at most as many as may', async () => {
  const { batches, ask, end } = watched({ besideAfterMs: 20 })
  for (const value of ['one', 'two', 'three']) {
    ask(value)
    await turns()
  }
  await vi.waitFor(() => expect(batches).toHaveLength(2))
  expect(batches.map(({ values }) => values)).toEqual([['one'], ['two', 'three']])
  ask('four')
  await turns()
  expect(batches).toHaveLength(2)
  await end()
})

test('with a pace, the next begins that long after the one before, however soon that is back', async () => {
  const { batches, ask } = watched({ besideAfterMs: 60_000, paceMs: 60_000, maxBatchSize: 4 })
  ask('one')
  await turns()
  // The first look-up is sent at once.
  expect(batches.map(({ values }) => values)).toEqual([['one']])
  batches[0]!.answer()
  await turns()
  for (const value of ['two', 'three', 'four']) {
    ask(value)
    await turns()
  }
  expect(batches).toHaveLength(1)
  // A full batch does not wait, and delays none behind it.
  for (const value of ['five', 'six']) ask(value)
  await turns()
  expect(batches.map(({ values }) => values)).toEqual([['one'], ['two', 'three', 'four', 'five']])
})

test('an ended pace delays no statement, also after a longer wait', async () => {
  const { batches, ask, end } = watched({ besideAfterMs: 60_000, paceMs: 30 })
  ask('one')
  await turns()
  ask('two')
  await turns()
  batches[0]!.answer()
  await vi.waitFor(() => expect(batches.map(({ values }) => values)).toEqual([['one'], ['two']]))
  await end()
})

test('behind a batch of few look-ups nobody waits for the pace', async () => {
  const { batches, ask } = watched({ besideAfterMs: 60_000, paceMs: 60_000, pacedFrom: 2 })
  ask('one')
  await turns()
  batches[0]!.answer()
  await turns()
  for (const value of ['two', 'three']) ask(value)
  await turns()
  expect(batches.map(({ values }) => values)).toEqual([['one'], ['two', 'three']])
  batches[1]!.answer()
  await turns()
  ask('four')
  await turns()
  expect(batches).toHaveLength(2)
})

test('without replicas they go out at once', async () => {
  const { batches, ask, end } = watched({})
  ask('one')
  await turns()
  ask('two')
  await turns()
  expect(batches).toHaveLength(2)
  await end()
})
