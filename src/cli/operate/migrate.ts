import { type Config, readConfig } from '../../config/config.ts'
import { migrate } from '../../database/migrate.ts'
import { beginEpoch, renewEpoch } from '../../registry/changes/store.ts'
import { runningDatabaseUrl } from '../database.ts'

export async function run({ json, restored }: { json?: boolean; restored?: boolean }): Promise<void> {
  const config = readConfig()
  const ran = await migrateAll(await runningDatabaseUrl(config), config, restored ? beginEpoch : renewEpoch)
  if (json) console.log(JSON.stringify({ ran }))
  else console.log(ran.length === 0 ? 'Nothing to do: the database is up to date.' : `Ran ${ran.join(', ')}.`)
}

/** Migrates the registry, and the disclosure records if they are apart. @returns the migrations that ran */
export async function migrateAll(
  url: string,
  { databaseRecordsUrl: apart, databaseTimeoutMs }: Config,
  epoch: Parameters<typeof migrate>[1] = renewEpoch,
): Promise<string[]> {
  const ran = await migrate(url, epoch, databaseTimeoutMs)
  return apart === undefined ? ran : [...ran, ...(await migrate(apart, undefined, databaseTimeoutMs))]
}
