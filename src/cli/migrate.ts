import type { Command } from 'commander'
import { readConfig } from '../app/config.ts'
import { migrate } from '../database/migrate.ts'
import { runningDatabaseUrl } from '../process/database.ts'

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database to the newest migration')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const ran = await migrate(await runningDatabaseUrl(readConfig()))
      if (json) console.log(JSON.stringify({ ran }))
      else console.log(ran.length === 0 ? 'Nothing to do: the database is up to date.' : `Ran ${ran.join(', ')}.`)
    })
}
