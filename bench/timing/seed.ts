import { issueApiKey } from '../../src/access/api-keys/service.ts'
import { ensureConsumer } from '../../src/access/api-keys/store.ts'
import { migrate } from '../../src/database/migrate.ts'
import { neighbourAlias, registerHidden, registerLarge, registerVisible } from '../../test/support/hidden-aliases.ts'
import { openApp } from '../app.ts'
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
    const consumerId = await ensureConsumer(app.db, 'payer', app.newId)
    const issue = async (livemode: boolean, granted: string[]) => {
      const wanted = { consumerId, livemode, scopes: granted, name: null, router: false, expiresAt: null }
      return (await issueApiKey(app.db, app.keyring, app.newId(), wanted)).secret
    }
    const key = await issue(false, scopes)
    await registerHidden(app, consumerId)
    await registerLarge(app, consumerId)
    await registerVisible(app, neighbourAlias)
    const owner = await ensureConsumer(app.db, 'owner of payees', app.newId)
    const registered = await registerPayable(app, owner, consumerId)
    return { key, payable: { ...registered, liveKey: await issue(true, ['resolve', 'claims:write']) } }
  } finally {
    await app.close()
  }
}
