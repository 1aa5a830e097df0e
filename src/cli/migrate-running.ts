import { readConfig } from '../app/config.ts'
import { migrate } from '../database/migrate.ts'
import { beginEpoch, renewEpoch } from '../maintenance/changes/epoch-store.ts'
import { runningDatabaseUrl } from './database.ts'

export async function run({ json, restored }: { json?: boolean; restored?: boolean }): Promise<void> {
  const config = readConfig()
  const ran = await migrate(await runningDatabaseUrl(config), restored ? beginEpoch : renewEpoch)
  if (config.databaseRecordsUrl !== undefined) ran.push(...(await migrate(config.databaseRecordsUrl)))
  tell(ran, json)
}

function tell(ran: readonly string[], json: boolean | undefined): void {
  if (json) console.log(JSON.stringify({ ran }))
  else console.log(ran.length === 0 ? 'Nothing to do: the database is up to date.' : `Ran ${ran.join(', ')}.`)
}
