// npm run bench:overload -- [--attacks | --load] [--only WORDS]
//
// The service under ten times its load (--load), and a neighbour's requests while somebody attacks (--attacks); `--only` takes
// the attacks whose name has these words. A row holds when nothing is refused, memory stays under that of the deployment
// files, and p99 is at most three times that beside harmless requests that take no more of the processor.

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { baseline, holds, measureAll, type Row } from './attacked.ts'

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    attacks: { type: 'boolean' },
    load: { type: 'boolean' },
    only: { type: 'string', default: '' },
  },
})

const ms = (value: number) => `${value.toFixed(1)} ms`
const cells = (row: Row, harmless: readonly Row[]): string[] => [
  String(row.answered),
  String(row.refused),
  ms(row.attacked.p50),
  ms(row.attacked.p99),
  ms(baseline(row, harmless)),
  row.cores.toFixed(2),
  String(row.unwell),
  `${row.peak} MB`,
  holds(row, harmless) ? 'held' : '**short**',
]
const say = (row: Row, harmless: readonly Row[]) =>
  console.log(`${row.attack.padEnd(42)} ${cells(row, harmless).join('  ')}`)

const header = [
  '',
  'answered',
  'refused',
  'p50',
  'p99',
  'p99 beside harmless requests',
  'cores',
  'health pages lost',
  'memory',
]

let isHeld = true
if (!values.load || values.attacks) {
  console.log(header.join('  '))
  const { rows, harmless } = await measureAll(root, values.only, say)
  isHeld = [...harmless, ...rows].every((row) => holds(row, harmless))
}
if (!values.attacks || values.load) {
  const { isHeldUnderLoad } = await import('./shedding.ts')
  isHeld = (await isHeldUnderLoad()) && isHeld
}
process.exitCode = isHeld ? 0 : 1
