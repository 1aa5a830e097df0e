import { expect, test } from 'vitest'
import { balance, type Effect, isBalanced, type Wanted } from './ledger.ts'

const wanted = (marker: string, id: string | null = `idn_${marker}`): Wanted => ({
  kind: 'identity',
  marker,
  acknowledged: id === null ? null : ({ id, display_name: marker } as { id: string }),
  wasRecovered: false,
})
const effect = (marker: string, id = `idn_${marker}`): Effect => ({ kind: 'identity', marker, id, events: 1 })
const rereadOf = (...requests: Wanted[]) =>
  new Map(
    requests.flatMap(({ acknowledged }) => (acknowledged ? [[acknowledged.id, { ...acknowledged }] as const] : [])),
  )

const [a, b] = [wanted('a'), wanted('b')]

test('balanced: each acknowledged write is stored once, as it was acknowledged', () => {
  const result = balance([a, b], [effect('a'), effect('b')], rereadOf(a, b))
  expect(result).toEqual({ wanted: 2, acknowledged: 2, lost: 0, doubled: 0, foreign: 0, misreported: 0, unheard: 0 })
  expect(isBalanced(result)).toBe(true)
})

test.each<[string, Wanted[], Effect[], Map<string, unknown>, object]>([
  ['an acknowledged write that is not stored is lost', [a, b], [effect('a')], rereadOf(a, b), { lost: 1 }],
  ['one that is stored under another id is lost', [a], [effect('a', 'idn_x')], rereadOf(a), { lost: 1 }],
  ['one that reads back differently is lost', [a], [effect('a')], new Map([['idn_a', { id: 'idn_a' }]]), { lost: 1 }],
  ['one that cannot be read back is lost', [a], [effect('a')], new Map(), { lost: 1 }],
  ['two effects of one key are doubled', [a], [effect('a'), effect('a', 'idn_z')], rereadOf(a), { doubled: 1 }],
  ['an effect that nobody asked for is foreign', [a], [effect('a'), effect('z')], rereadOf(a), { foreign: 1 }],
  ['another kind does not stand in', [a], [{ ...effect('a'), kind: 'alias' }], rereadOf(a), { lost: 1, foreign: 1 }],
  ['an effect without its event is misreported', [a], [{ ...effect('a'), events: 0 }], rereadOf(a), { misreported: 1 }],
  ['an effect with two events is misreported', [a], [{ ...effect('a'), events: 2 }], rereadOf(a), { misreported: 1 }],
])('%s', (_, requests, effects, reread, expected) => {
  const result = balance(requests, effects, reread)
  expect(result).toMatchObject(expected)
  expect(isBalanced(result)).toBe(false)
})

test('a write that was never answered may be stored or not, but not twice', () => {
  const open = wanted('a', null)
  expect(balance([open], [], new Map())).toMatchObject({ lost: 0, unheard: 0 })
  const stored = balance([open], [effect('a')], new Map())
  expect(stored).toMatchObject({ lost: 0, unheard: 1 })
  expect(isBalanced(stored)).toBe(true)
  expect(balance([open], [effect('a'), effect('a', 'idn_z')], new Map())).toMatchObject({ doubled: 1 })
})

test('a commit whose answer was lost and then replayed counts as unheard', () => {
  const recovered = { ...a, wasRecovered: true }
  expect(balance([recovered, b], [effect('a'), effect('b')], rereadOf(a, b))).toMatchObject({ unheard: 1, lost: 0 })
})
