import type { Command } from 'commander'
import { valued, wholeNumber } from './options.ts'

const running = () => import('./renormalize-running.ts')

export function addRenormalize(program: Command): void {
  program
    .command('renormalize')
    .description('Bring stored aliases to the current normalization; a dry run unless told to apply')
    .option('--apply', 'write, one transaction a batch; can be stopped and run again')
    .addOption(valued('--batch <aliases>', 'aliases in one transaction', wholeNumber(1, 10_000), 500))
    .option('--json', 'print JSON')
    .action(async (options) => (await running()).renormalize(options))
}
