import type { Command } from 'commander'
import { label, oneOf, valued } from './options.ts'

const running = () => import('./import-running.ts')

export const formats = ['jsonl', 'csv'] as const

export function addImport(program: Command): void {
  program
    .command('import [file]')
    .description(
      'Import identities, aliases and endpoints from JSONL or CSV: lines find their records; killed, run it again',
    )
    .addOption(valued('--consumer <name>', 'whose they become; made when it does not exist', label))
    .addOption(valued('--env <env>', 'test or live', oneOf(['test', 'live'])))
    .addOption(
      valued('--format <format>', 'jsonl or csv; when absent, by the name: .jsonl, .ndjson or .csv', oneOf(formats)),
    )
    .addOption(
      valued(
        '--object <object>',
        'for a CSV without a column `object`: identity, alias or endpoint',
        oneOf(['identity', 'alias', 'endpoint']),
      ),
    )
    .addOption(
      valued('--example <format>', 'print a file that imports, jsonl or csv, and do nothing else', oneOf(formats)),
    )
    .option('--dry-run', 'judge every line against the registry, and change nothing')
    .option('--rejected <file>', 'where the rejected lines are reported; standard error when absent')
    .option('--json', 'print the report as JSON')
    .action(async (file, options) => (await running()).runOrShow(file, options))
}
