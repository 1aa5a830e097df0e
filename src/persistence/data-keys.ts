import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { KeyProvider } from '../crypto/key-provider.ts'
import { Keyring, type OpenDataKey, type Purpose, purposes } from '../crypto/keyring.ts'
import type { Database } from './orm.ts'

const context = (id: string, purpose: string, livemode: boolean) => `${id}|${purpose}|${livemode ? 'live' : 'test'}`

/** Wraps a fresh data key and stores it. `status` is `primary` unless a rotation is under way. */
export async function addDataKey(
  db: Database,
  provider: KeyProvider,
  purpose: Purpose,
  livemode: boolean,
  status: 'primary' | 'enabled' = 'primary',
): Promise<void> {
  const id = randomUUID()
  const wrapped = await provider.wrap(randomBytes(32), context(id, purpose, livemode))
  await db
    .insertInto('data_key')
    .values({ id, purpose, livemode, wrapped, key_provider: provider.id, status })
    .onConflict((conflict) =>
      conflict.columns(['purpose', 'livemode']).where(sql<boolean>`status = 'primary'`).doNothing(),
    )
    .execute()
}

/** Reads and unwraps every data key in use. @throws OpeningFailed when the key-encryption key is another one */
export async function readDataKeys(db: Database, provider: KeyProvider): Promise<OpenDataKey[]> {
  const rows = await db.selectFrom('data_key').selectAll().where('status', 'in', ['primary', 'enabled']).execute()
  return Promise.all(
    rows.map(async ({ id, purpose, livemode, wrapped, status }) => ({
      id,
      purpose: purpose as Purpose,
      livemode,
      primary: status === 'primary',
      key: await provider.unwrap(Buffer.from(wrapped!), context(id, purpose, livemode)),
    })),
  )
}

/** The process's key ring; makes the primary data keys that an empty database lacks. */
export async function openKeyring(db: Database, provider: KeyProvider): Promise<Keyring> {
  const present = await readDataKeys(db, provider)
  const missing = purposes.flatMap((purpose) =>
    [false, true]
      .filter((livemode) => !present.some((key) => key.primary && key.purpose === purpose && key.livemode === livemode))
      .map((livemode) => ({ purpose, livemode })),
  )
  if (missing.length === 0) return new Keyring(present)
  for (const { purpose, livemode } of missing) await addDataKey(db, provider, purpose, livemode)
  return new Keyring(await readDataKeys(db, provider))
}
