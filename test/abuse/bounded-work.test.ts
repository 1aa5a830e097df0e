import { expect, test } from 'vitest'
import { type Bounded, bestTime, findWorst, operationsOf, shown } from '../support/worst-input.ts'
import { boundedRows } from './bounded-rows.ts'

/** Without yielding: nobody else is served meanwhile. */
const limitMs = 5
const search = { starts: Number(process.env.STARTS ?? 2), steps: Number(process.env.STEPS ?? 30) }

const table: string[] = []

function judged(bounded: Bounded) {
  const worst = findWorst(bounded, search)
  const plain = bestTime(bounded, bounded.plain, 15)
  const operations = operationsOf(bounded, worst.text)
  table.push(
    `| ${bounded.name} | ${bounded.length} | ${shown(worst.text).replaceAll('|', '\\|')} | ${operations} | ${worst.ms.toFixed(3)} | ${plain.toFixed(3)} |`,
  )
  return { ...worst, operations }
}

test.each(boundedRows)('$name: the worst input that a search finds takes at most 5 ms', (bounded) => {
  const { ms, text } = judged(bounded)
  if (ms > limitMs) expect([bounded.name, shown(text), ms]).toBe(`at most ${limitMs} ms`)
})

test('the search finds a quadratic function', () => {
  const trailingZeros = (text: string) => /0+$/.test(text)
  const seeded = { name: 'seeded', length: 16 * 1024, plain: '10', pieces: ['0', '1', '.', 'e'], run: trailingZeros }
  expect(findWorst(seeded, search).ms).toBeGreaterThan(limitMs)
})

test('the table is complete', () => {
  console.log(
    [
      '| Function | Characters | Worst input | Blocks | ms | A plain one, ms |',
      '|---|---|---|---|---|---|',
      ...table,
    ].join('\n'),
  )
  expect(table.length).toBe(boundedRows.length)
})
