import type { Command } from 'commander'
import { setAttests } from '../access/api-keys/store.ts'
import { withApp } from './app.ts'
import { CliError } from './failure-text.ts'
import { label, mandatory, oneOf, valued } from './options.ts'

type Options = { consumer: string; set: 'on' | 'off'; json?: boolean }

async function attests({ consumer, set, json }: Options): Promise<void> {
  await withApp(async (app) => {
    if (!(await setAttests(app.db, consumer, set === 'on'))) throw new CliError('There is no such consumer.')
  })
  if (json) console.log(JSON.stringify({ consumer, attests: set === 'on' }))
  else console.log(set === 'on' ? 'What it attests counts as proved.' : 'What it attests is its word alone.')
}

/** Below `consumers`. */
export function addAttests(consumers: Command): void {
  consumers
    .command('attests')
    .description(
      'Say whether what a consumer attests of its aliases counts as proved where REQUIRE_PROOF asks for a proof',
    )
    .addOption(mandatory(valued('--consumer <name>', 'the name of the consumer', label)))
    .addOption(mandatory(valued('--set <switch>', 'on or off', oneOf(['on', 'off']))))
    .option('--json', 'print JSON')
    .action(attests)
}
