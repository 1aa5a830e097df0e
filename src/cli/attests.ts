import type { Command } from 'commander'
import { label, mandatory, oneOf, valued } from './options.ts'

const running = () => import('./consumers-running.ts')

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
    .action(async (options) => (await running()).attests(options))
}
