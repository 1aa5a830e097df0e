import type { Command } from 'commander'
import { readConfig } from '../app/config.ts'
import { migrate } from '../database/migrate.ts'
import { runningDatabaseUrl } from '../process/database.ts'

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database to the newest migration, and that of the disclosure records')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig()
      const ran = await migrate(await runningDatabaseUrl(config))
      if (config.databaseRecordsUrl !== undefined) ran.push(...(await migrate(config.databaseRecordsUrl)))
      if (json) console.log(JSON.stringify({ ran }))
      else console.log(ran.length === 0 ? 'Nothing to do: the database is up to date.' : `Ran ${ran.join(', ')}.`)
    })
}
