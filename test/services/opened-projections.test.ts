import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { createOpenedProjections } from '../../src/resolution/opened-projections.ts'
import { Keyring, type OpenDataKey } from '../../src/vault/keyring.ts'

const keyOf = (livemode: boolean): OpenDataKey => ({
  id: randomUUID(),
  purpose: 'projection',
  livemode,
  primary: true,
  key: randomBytes(32),
})

function scene() {
  const keys = [keyOf(true), keyOf(false)]
  const keyring = new Keyring(keys)
  const opens = vi.spyOn(keyring, 'open')
  const sealed = (id: string, last4: string, livemode = true) =>
    keyring.seal('projection', id, livemode, JSON.stringify({ last4 })).toString('base64')
  return { keys, keyring, opens, sealed, open: createOpenedProjections(keyring) }
}

test('the same ciphertext of the same endpoint is opened once for a consumer', () => {
  const { open, opens, sealed } = scene()
  const id = randomUUID()
  const endpoint = { id, livemode: true, projection: sealed(id, '1234') }
  expect(open('ann', endpoint)).toEqual({ last4: '1234' })
  expect(open('ann', endpoint)).toEqual({ last4: '1234' })
  expect(opens).toHaveBeenCalledTimes(1)
})

test('one consumer never meets what was opened for another', () => {
  const { open, opens, sealed } = scene()
  const id = randomUUID()
  const endpoint = { id, livemode: true, projection: sealed(id, '1234') }
  open('ann', endpoint)
  open('bob', endpoint)
  expect(opens).toHaveBeenCalledTimes(2)
  open('ann', endpoint)
  expect(opens).toHaveBeenCalledTimes(2)
})

test('a changed ciphertext is opened, also when its end is the same', () => {
  const { open, sealed } = scene()
  const id = randomUUID()
  const first = sealed(id, '1234')
  open('ann', { id, livemode: true, projection: first })
  expect(open('ann', { id, livemode: true, projection: sealed(id, '5678') })).toEqual({ last4: '5678' })
  const changed = Buffer.from(first, 'base64')
  changed[30]! ^= 1
  const forged = changed.toString('base64')
  expect(forged.slice(-20)).toBe(first.slice(-20))
  expect(() => open('ann', { id, livemode: true, projection: forged })).toThrow('not authentic')
})

test('a ciphertext that was moved to another endpoint or environment does not open, however often it was opened', () => {
  const { open, sealed } = scene()
  const id = randomUUID()
  const projection = sealed(id, '1234')
  open('ann', { id, livemode: true, projection })
  expect(() => open('ann', { id: randomUUID(), livemode: true, projection })).toThrow()
  expect(() => open('ann', { id, livemode: false, projection })).toThrow()
})

test('what a lost data key sealed does not open any more', () => {
  const { open, keys, keyring, sealed } = scene()
  const id = randomUUID()
  const endpoint = { id, livemode: true, projection: sealed(id, '1234') }
  open('ann', endpoint)
  keyring.replace([keys[0]!, keyOf(false)], performance.now())
  expect(open('ann', endpoint)).toEqual({ last4: '1234' })
  keyring.replace([keyOf(true), keys[1]!], performance.now())
  expect(() => open('ann', endpoint)).toThrow('not known')
})

test('nothing is kept for longer than two minutes of use', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { open, opens, sealed } = scene()
    const id = randomUUID()
    const other = randomUUID()
    const endpoint = { id, livemode: true, projection: sealed(id, '1234') }
    const another = { id: other, livemode: true, projection: sealed(other, '5678') }
    open('ann', endpoint)
    for (const _ of [1, 2]) {
      vi.advanceTimersByTime(60_001)
      open('ann', another)
    }
    opens.mockClear()
    open('ann', endpoint)
    expect(opens).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})

test('what is kept is bounded: what was used longest ago is opened again', () => {
  const { open, opens, sealed } = scene()
  const id = randomUUID()
  const first = { id, livemode: true, projection: sealed(id, '1234') }
  open('ann', first)
  // Two halves of 65,536 entries: one sealed text under as many consumers as it takes.
  for (let at = 0; at < 2 * 65_536; at++) open(`consumer ${at}`, first)
  opens.mockClear()
  open('ann', first)
  expect(opens).toHaveBeenCalledTimes(1)
})
