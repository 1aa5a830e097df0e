// npm run bench -- versions --before DIR [--rounds 7] [--seconds 5] [--aliases 50000] [--writes 40]
//
// Compares this version of the service with another one (a checkout with its packages installed), in interleaved
// rounds. Each has a PostgreSQL filled by its own migrations and import. The goal is a ratio of at least 0.97 for each
// request. Writes are measured in blocks of 20 of each kind.

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withClient } from '../../test/support/admin.ts'
import { mainOf } from '../../test/support/service-process.ts'
import { startPostgres } from '../app.ts'
import type { Figure } from '../figures.ts'
import { type Arm, climb } from './climb.ts'
import { ratioOf, report } from './goals.ts'
import { openWriter, writeKinds } from './parts.ts'
import { fillRegistry, serve } from './registry.ts'
import { ladder, type Rung } from './rungs.ts'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '5' },
    aliases: { type: 'string', default: '50000' },
    writes: { type: 'string', default: '40' },
  },
})
if (values.before === undefined) throw new Error('--before names the checkout to compare with.')
const trees = { before: resolve(values.before), now: join(import.meta.dirname, '../..') }
const asked = ['REST single', 'REST bulk of 100', 'GraphQL single', 'GraphQL bulk of 100']
const versions: (Pick<Arm, 'registry' | 'service'> & { version: string; tree: string })[] = []
const ends: (() => Promise<void>)[] = []
try {
  for (const [version, tree] of Object.entries(trees)) {
    const postgres = await startPostgres()
    ends.unshift(postgres.stop)
    const registry = await fillRegistry(postgres.url, Number(values.aliases) / 2, mainOf(tree))
    const service = await serve(registry)
    ends.unshift(service.stop)
    versions.push({ version, tree, registry, service })
  }
  // The two versions of a request follow each other.
  const arms = asked.flatMap((name) =>
    versions.map(({ version, tree, ...server }): Arm => {
      return { name: `${name}, ${version}`, rung: spelled(ladder[name]!, tree), ...server }
    }),
  )
  const climbed = await climb(arms, Number(values.rounds), Number(values.seconds))
  // A version that stores no records can't be compared with one that does.
  for (const { registry } of versions) {
    const stored = await withClient(registry.databaseUrl, (client) =>
      client.query('select from disclosure_record limit 1'),
    )
    if (stored.rowCount === 0)
      throw new Error('One of the versions stored no disclosure records: the comparison is void.')
  }
  const figures = asked.flatMap((name) =>
    ratioOf(climbed, [`${name}, now / before`, `${name}, now`, `${name}, before`, 0.97]),
  )
  if (values.writes !== '0') figures.push(...(await compareWrites()))
  console.log(report(climbed, figures))
} finally {
  for (const end of ends) await end()
}

/** The rate of each write beside the version before, block by block; the first block warms up. */
async function compareWrites(): Promise<Figure[]> {
  const writers = await Promise.all(versions.map(({ registry, service }) => openWriter(registry, service)))
  ends.unshift(...writers.map(({ close }) => close))
  const ratios = new Map<string, number[]>(writeKinds.map((kind) => [kind, []]))
  for (let block = 0; block <= Number(values.writes); block++) {
    const medians: ReadonlyMap<string, number>[] = []
    for (const turn of block % 2 ? [0, 1] : [1, 0]) medians[turn] = await writers[turn]!.round(block, 20)
    const [before, now] = medians
    if (block > 0) for (const [kind, list] of ratios) list.push(before!.get(kind)! / now!.get(kind)!)
  }
  return [...ratios].map(([kind, list]) => ({ name: `${kind}, now / before`, values: list, atLeast: 0.97 }))
}

/** Before 1.0 the field `identityId` was named `identity`. */
function spelled({ question, ...rung }: Rung, tree: string): Rung {
  const isOld = !readFileSync(join(tree, 'schema/resolution.graphql'), 'utf8').includes('identityId:')
  const body = isOld ? question.body.replace('identityId', 'identity') : question.body
  return { ...rung, question: { ...question, body } }
}
