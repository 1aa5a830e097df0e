import { readConfig } from '../../config/config.ts'
import { migrate } from '../../database/migrate.ts'
import { beginEpoch, renewEpoch } from '../../registry/changes/epoch-store.ts'
import { runningDatabaseUrl } from '../database.ts'

export async function run({ json, restored }: { json?: boolean; restored?: boolean }): Promise<void> {
  const config = readConfig()
  const { databaseRecordsUrl: apart, databaseTimeoutMs } = config
  const ran = await migrate(await runningDatabaseUrl(config), restored ? beginEpoch : renewEpoch, databaseTimeoutMs)
  if (apart !== undefined) ran.push(...(await migrate(apart, undefined, databaseTimeoutMs)))
  tell(ran, json)
}

function tell(ran: readonly string[], json: boolean | undefined): void {
  if (json) console.log(JSON.stringify({ ran }))
  else console.log(ran.length === 0 ? 'Nothing to do: the database is up to date.' : `Ran ${ran.join(', ')}.`)
}
