// npm run bench:overload -- [--attacks | --load] [--before DIR] [--write] [--only WORDS]
//
// The service under ten times its load (--load), and a neighbour's requests while somebody attacks (--attacks). `--before`
// names a checkout of another version to measure the attacks on first; `--write` puts the table into docs/evidence; `--only`
// takes the attacks whose name has these words.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { holds, limits, measureAll, type Row } from './attacked.ts'

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    attacks: { type: 'boolean' },
    load: { type: 'boolean' },
    before: { type: 'string' },
    write: { type: 'boolean' },
    only: { type: 'string', default: '' },
  },
})

const ms = (value: number) => `${value.toFixed(1)} ms`
const cells = ({ quiet, attacked, answered, refused, unwell, peak }: Row): string[] => [
  String(answered),
  String(refused),
  `${ms(quiet.p50)} → ${ms(attacked.p50)}`,
  `${ms(quiet.p99)} → ${ms(attacked.p99)}`,
  String(unwell),
  `${peak} MB`,
]
const say = (version: string) => (row: Row) =>
  console.log(
    `${version.padEnd(4)} ${row.attack.padEnd(34)} ${cells(row).join('  ')}  ${holds(row) ? 'held' : 'SHORT'}`,
  )

const table = (versions: [name: string, rows: Row[]][]): string =>
  [
    '| Attack | Version | Neighbour answered | Refused | p50, quiet → attacked | p99, quiet → attacked | Health pages lost | Memory |',
    '|---|---|---|---|---|---|---|---|',
    ...versions[0]![1].flatMap(({ attack }, index) =>
      versions.map(([name, rows]) => `| ${attack} | ${name} | ${cells(rows[index]!).join(' | ')} |`),
    ),
  ].join('\n')

const page = (versions: [name: string, rows: Row[]][]): string => `# Attacks, and what a neighbour sees of them

Made by \`npm run bench:overload -- --attacks --before DIR --write\`. The neighbour has 8 connections and asks for one alias 20 ms
after each answer, from the network that the attack comes from, with a key that the service has not seen before. Service, load
and attack share one machine; the attack has a lower priority there, for an attacker has a machine of its own. A row holds when nothing is refused, p99 is at most ${limits.ratio} times the quiet one's, and memory
stays under the ${limits.peak} MB of the deployment files. What bounds each attack is in
[limits.md](../limits.md#before-the-key-is-known).

${table(versions)}

${versions.map(([name, rows]) => `${name}: ${rows.filter(holds).length} of ${rows.length} rows hold.`).join('\n')}
`

let isHeld = true
if (!values.load || values.attacks) {
  const before: [string, Row[]][] = values.before
    ? [['0.1', await measureAll(values.before, values.only, say('0.1'))]]
    : []
  const now = await measureAll(root, values.only, say('now'))
  if (values.write) writeFileSync(join(root, 'docs/evidence/overload.md'), page([...before, ['now', now]]))
  isHeld = now.every(holds)
}
if (!values.attacks || values.load) {
  const { isHeldUnderLoad } = await import('./shedding.ts')
  isHeld = (await isHeldUnderLoad()) && isHeld
}
process.exitCode = isHeld ? 0 : 1
