import { ensureConsumer } from '../../src/access/api-keys/store.ts'
import { migrate } from '../../src/database/migrate.ts'
import { neighbourAlias, registerHidden, registerLarge, registerVisible } from '../../test/support/hidden-aliases.ts'
import { issueKey, openApp } from '../app.ts'
import { type Payable, registerPayable } from './payable.ts'

const scopes = [
  'resolve',
  'payee_check',
  'destination_check',
  'release',
  'claims:write',
  'identities:read',
  'aliases:read',
  'aliases:write',
  'endpoints:read',
  'consents:read',
  'consents:write',
  'requests:read',
  'audit:read',
  'webhooks:read',
]

/**
 * Migrates the database and registers an alias of every hidden class. @returns the payer's key, and the records for its
 * payments
 */
export async function seed(databaseUrl: string, encryptionKey: Buffer): Promise<{ key: string; payable: Payable }> {
  await migrate(databaseUrl)
  const app = await openApp(databaseUrl, encryptionKey)
  try {
    const { consumerId, secret: key } = await issueKey(app, 'payer', scopes)
    await registerHidden(app, consumerId)
    await registerLarge(app, consumerId)
    await registerVisible(app, neighbourAlias)
    const owner = await ensureConsumer(app.db, 'owner of payees', app.newId)
    const registered = await registerPayable(app, owner, consumerId)
    const { secret: liveKey } = await issueKey(app, 'payer', ['resolve', 'claims:write'], true)
    return { key, payable: { ...registered, liveKey } }
  } finally {
    await app.close()
  }
}
