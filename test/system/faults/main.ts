// `npm run evidence -- faults`: every fault under load, with a ledger of what was acknowledged and what is stored. Prints a table
// and writes JSON. `--quick` makes each fault once or a few times; `--only word` runs the rows that have it in their name.

import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startOwnPostgres } from './postgres.ts'
import { type Reported, sentence, table } from './report.ts'
import { nothing, verdictOf } from './row.ts'
import { rows } from './rows.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string', default: 'faults.json' },
  },
})
const wanted = rows.filter(({ name }) => values.only.length === 0 || values.only.some((word) => name.includes(word)))

const postgres = await startOwnPostgres()
const reported: Reported[] = []
try {
  for (const { name, run } of wanted) {
    const progress = (made: number, of: number) => {
      if (made % 10 === 0) process.stderr.write(`${name}: ${made} of ${of}\n`)
    }
    const outcome = await run({ postgres, isQuick: values.quick, progress }).catch((error: Error) => ({
      ...nothing(),
      failures: [`the row itself failed: ${error.stack}`],
    }))
    reported.push({ name, outcome })
    console.log(sentence({ name, outcome }))
  }
} finally {
  await postgres.stop()
}

console.log(`\n${table(reported)}`)
const verdicts = Object.groupBy(reported, ({ outcome }) => verdictOf(outcome))
await writeFile(
  values.json,
  `${JSON.stringify({ at: new Date().toISOString(), cores: availableParallelism(), rows: reported }, null, 2)}\n`,
)
process.exitCode = verdicts.fail ? 1 : verdicts.inconclusive ? 2 : 0
