import type { Command } from 'commander'

const running = () => import('./migrate-running.ts')

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database to the newest migration, and that of the disclosure records')
    .option('--restored', 'the database was brought back from a copy: every cursor of the changes feed ends')
    .option('--json', 'print JSON')
    .action(async (options) => (await running()).run(options))
}
