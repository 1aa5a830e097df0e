import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueApiKey } from '../access/api-keys/service.ts'
import { ensureConsumer } from '../access/api-keys/store.ts'
import { type Call, nobody, systemCall } from '../kernel/call.ts'
import type { App } from './compose/context.ts'

const file = (dataDir: string) => join(dataDir, 'demo-key')

/** The demo key of an earlier start, or null. */
export function readDemoKey(dataDir: string): string | null {
  try {
    return readFileSync(file(dataDir), 'utf8').trim()
  } catch {
    return null
  }
}

/** Creates a demo consumer with a test key, and a small registry in test mode. @returns the key */
export async function seedDemo(app: App, dataDir: string): Promise<string> {
  const consumerId = await ensureConsumer(app.db, 'demo', app.newId)
  const { row, secret } = await issueApiKey(app.db, app.keyring, app.newId(), {
    consumerId,
    livemode: false,
    scopes: ['*'],
    name: 'demo',
    router: false,
    expiresAt: null,
  })
  const caller = { ...nobody, consumerId, consumerName: 'demo', keyId: row.id, scopes: ['*'] }
  const call = systemCall(caller, app.newId())
  await seedAlice(app, call)
  await seedAcme(app, call)
  writeFileSync(file(dataDir), `${secret}\n`, { mode: 0o600 })
  return secret
}

async function seedAlice({ services }: App, call: Call): Promise<void> {
  const { id: identity } = await services.identities.create(call, { type: 'user', displayName: 'Alice Example' })
  await services.aliases.create(call, {
    identity,
    type: 'username',
    value: '@alice',
    privacyLevel: 'public',
    isPrimary: true,
  })
  await services.aliases.create(call, { identity, type: 'email', value: 'alice@example.com', privacyLevel: 'private' })
  await services.endpoints.create(call, {
    identity,
    type: 'crypto_wallet',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    privacyLevel: 'public',
    priority: 10,
    capabilities: [{ asset: 'USDC', network: 'ethereum', rail: 'onchain' }],
  })
  await services.endpoints.create(call, {
    identity,
    type: 'bank_account',
    address: 'DE89 3704 0044 0532 0130 00',
    privacyLevel: 'consent_required',
    capabilities: [{ asset: 'EUR', rail: 'sepa_instant', supportsInstant: true }],
  })
}

async function seedAcme({ services }: App, call: Call): Promise<void> {
  const { id: identity } = await services.identities.create(call, { type: 'merchant', displayName: 'Acme Coffee' })
  await services.aliases.create(call, { identity, type: 'merchant_handle', value: '$acme', privacyLevel: 'public' })
  await services.endpoints.create(call, {
    identity,
    type: 'payment_pointer',
    address: 'https://pay.example.com/acme',
    privacyLevel: 'public',
    capabilities: [{ asset: 'EUR', rail: 'interledger' }],
  })
}
