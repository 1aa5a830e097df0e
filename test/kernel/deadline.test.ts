import { expect, test } from 'vitest'
import { withinTime } from '../../src/kernel/long-work.ts'

const late = () => new Error('late')
const never = () => new Promise<never>(() => undefined)

test('work that is done in time answers, and its failure is its own', async () => {
  await expect(withinTime(30_000, async () => 'done', late)).resolves.toBe('done')
  await expect(withinTime(30_000, () => Promise.reject(new Error('own')), late)).rejects.toThrow('own')
  const throws = () => {
    throw new Error('at once')
  }
  await expect(withinTime(30_000, throws, late)).rejects.toThrow('at once')
})

test('each work that takes longer is given up once, not before its time, in the order in which they began', async () => {
  const limit = 40
  const order: number[] = []
  const waits = Array.from({ length: 5 }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, n * 10))
    const began = performance.now()
    await expect(withinTime(limit, never, late)).rejects.toThrow('late')
    order.push(n)
    // Timers count in whole milliseconds.
    expect(performance.now() - began).toBeGreaterThan(limit - 2)
  })
  await Promise.all(waits)
  expect(order).toEqual([0, 1, 2, 3, 4])
})

test('finished work is not given up later, and leaves the clock to work that waits', async () => {
  let givenUp = 0
  const count = () => {
    givenUp++
    return late()
  }
  await Promise.all(Array.from({ length: 20 }, () => withinTime(35, async () => 1, count)))
  await expect(withinTime(35, never, late)).rejects.toThrow('late')
  expect(givenUp).toBe(0)
})
