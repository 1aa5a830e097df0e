import { expect, test } from 'vitest'
import {
  type Bounded,
  bestTime,
  type Found,
  findWorst,
  operationsOf,
  shown,
  slowness,
} from '../../support/worst-input.ts'
import { boundedRows } from './bounded-rows.ts'

/**
 * Without yielding, on the reference machine; a slower machine has more in proportion. The promise is 5 ms, which
 * `npm run evidence -- bounded` judges with nothing beside it. Beside other tests a call takes longer than it works.
 */
const limitMs = Number(process.env.LIMIT_MS ?? 25)
const search = { starts: Number(process.env.STARTS ?? 2), steps: Number(process.env.STEPS ?? 30) }

const worst = new Map<Bounded, Found & { plain: number }>()

test.each(boundedRows)(`$name: the worst input that a search finds takes at most ${limitMs} ms`, (bounded) => {
  const found = findWorst(bounded, search)
  worst.set(bounded, { ...found, plain: bestTime(bounded, bounded.plain, 15) })
  if (found.ms <= limitMs) return
  const limit = limitMs * slowness()
  if (found.ms > limit) expect([bounded.name, shown(found.text), found.ms]).toBe(`at most ${limit} ms`)
})

test('the search finds a quadratic function', () => {
  const run = (text: string) => /0+$/.test(text)
  const seeded = { name: 'seeded', length: 16 * 1024, plain: '10', pieces: ['0', '1', '.', 'e'], run }
  expect(findWorst(seeded, search).ms).toBeGreaterThan(limitMs)
})

/** Counted last: what was counted runs slower afterwards. */
test('the table has the bound, the worst input, its operations and its time beside a plain one', () => {
  const rows = [...worst].map(([bounded, { text, ms, plain }]) => {
    const cells = [
      bounded.name,
      bounded.length,
      shown(text),
      operationsOf(bounded, text),
      ms.toFixed(3),
      plain.toFixed(3),
    ]
    return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  })
  const head = ['| Function | Bound | Worst input | Operations | ms | A plain one, ms |', '|---|---|---|---|---|---|']
  console.log([...head, ...rows].join('\n'))
  expect(rows.length).toBe(boundedRows.length)
}, 180_000)
