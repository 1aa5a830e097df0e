import type { Command } from 'commander'
import { CliError } from './cli-error.ts'
import { valued } from './options.ts'

const running = () => import('./erase-running.ts')

function moment(text: string, name: string): Date {
  const at = new Date(text)
  if (!/^\d{4}-\d\d-\d\d(?:T.*)?$/.test(text) || Number.isNaN(at.getTime()))
    throw new CliError(`${name} must be a date or a time, like 2026-11-22T14:00:00Z.`)
  return at
}

export function addErase(program: Command): void {
  program
    .command('erase')
    .description('List the identities whose erasure was asked for, and erase them again after a restore of a backup')
    .option('--list', 'print the ids, one a line: keep them apart from the backups, for as long as those')
    .addOption(valued('--since <time>', 'of --list: only what was asked for since then', moment))
    .addOption(
      valued('--replay <file>', 'close and erase again what the file lists; - is standard input', (text) => text),
    )
    .option('--dry-run', 'of --replay: count what would be erased, and change nothing')
    .option('--json', 'of --replay: print JSON')
    .action(async (options) => (await running()).run(options))
}
