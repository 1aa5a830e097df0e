// Migrates the database, registers an alias of every hidden class and issues the payer's key, for the timing judge.

import { issueApiKey } from '../../src/access/api-keys/service.ts'
import { ensureConsumer } from '../../src/access/api-keys/store.ts'
import { readConfig } from '../../src/app/config.ts'
import { createApp } from '../../src/app/context.ts'
import { migrate } from '../../src/database/migrate.ts'
import { createLog } from '../../src/kernel/log.ts'
import { parseKey } from '../../src/vault/key-file.ts'
import { localKeyProvider } from '../../src/vault/key-provider.ts'
import { neighbourAlias, registerHidden, registerLarge, registerVisible } from '../../test/support/hidden-aliases.ts'

const databaseUrl = process.env.DATABASE_URL!
await migrate(databaseUrl)
const app = await createApp({
  config: readConfig({ RATE_LIMITS: 'off' }),
  databaseUrl,
  keyProvider: localKeyProvider(parseKey(process.env.ENCRYPTION_KEY!)),
  log: createLog('silent'),
})
const consumerId = await ensureConsumer(app.db, 'payer', app.newId)
const issue = (livemode: boolean, scopes: string[]) => {
  const wanted = { consumerId, livemode, scopes, name: null, router: false, expiresAt: null }
  return issueApiKey(app.db, app.keyring, app.newId(), wanted)
}
const scopes = process.env.PAYABLE
  ? ['resolve', 'payee_check', 'release', 'claims:write', 'identities:read', 'aliases:read']
  : ['resolve']
const { secret } = await issue(false, scopes)
await registerHidden(app, consumerId)
await registerLarge(app, consumerId)
await registerVisible(app, neighbourAlias)
// An older version has no payee checks, releases or claims.
const payable = process.env.PAYABLE
  ? {
      ...(await (
        await import('./payable.ts')
      ).registerPayable(app as never, await ensureConsumer(app.db, 'owner of payees', app.newId), consumerId)),
      liveKey: (await issue(true, ['resolve', 'claims:write'])).secret,
    }
  : null
await app.close()
process.send!({ key: secret, payable })
process.disconnect!()
