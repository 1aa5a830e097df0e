import type { Command } from 'commander'
import { environment, label, mandatory, valued } from './options.ts'

const running = () => import('./export-running.ts')

export function addExport(program: Command): void {
  program
    .command('export')
    .description('Export identities, aliases and endpoints as JSONL; addresses are never in it')
    .addOption(mandatory(valued('--consumer <name>', 'whose they are', label)))
    .addOption(environment())
    .option('--output <file>', 'a file of your own, mode 0600; standard output when absent')
    .option('--json', 'print the count as JSON')
    .action(async (options) => (await running()).run(options))
}
