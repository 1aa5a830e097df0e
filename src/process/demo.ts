import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueApiKey } from '../access/api-keys/service.ts'
import { ensureConsumer, hasConsumersBut } from '../access/api-keys/store.ts'
import { nobody, systemCall } from '../kernel/call.ts'
import type { App } from './compose/context.ts'
import { type Sample, seedSample } from './samples.ts'
import { sandboxConsumer } from './sandbox.ts'

const demoConsumer = 'demo'
const file = (dataDir: string) => join(dataDir, 'demo-key')

/** The demo key of an earlier start, or null. */
function readDemoKey(dataDir: string): string | null {
  try {
    return readFileSync(file(dataDir), 'utf8').trim()
  } catch {
    return null
  }
}

/** Returns the demo key of the embedded database; null without one. A demo that was interrupted is completed. */
export async function prepareDemo(app: App, isEmbedded: boolean): Promise<string | null> {
  if (!isEmbedded) return null
  const { dataDir, role } = app.config
  const key = readDemoKey(dataDir)
  // A resolver only reads, so the processes that write make the demo.
  if (role === 'resolver') return key
  const ours = key === null ? [demoConsumer, sandboxConsumer] : []
  return (await hasConsumersBut(app.db, ours)) ? key : seedDemo(app, dataDir)
}

/** Creates a demo consumer with a test key, and a small registry in test mode. @returns the key */
export async function seedDemo(app: App, dataDir: string): Promise<string> {
  const consumerId = await ensureConsumer(app.db, demoConsumer, app.newId)
  const { row, secret } = await issueApiKey(app.db, app.keyring, app.newId(), {
    consumerId,
    livemode: false,
    scopes: ['*'],
    name: 'demo',
    router: false,
    expiresAt: null,
  })
  const caller = { ...nobody, consumerId, consumerName: demoConsumer, keyId: row.id, scopes: ['*'] }
  const call = systemCall(caller, app.newId())
  for (const sample of [alice, acme]) await seedSample(app, call, sample)
  writeFileSync(file(dataDir), `${secret}\n`, { mode: 0o600 })
  return secret
}

const alice: Sample = {
  identity: { type: 'user', displayName: 'Alice Example', externalReference: 'demo-alice' },
  aliases: [
    { type: 'username', value: '@alice', privacyLevel: 'public', isPrimary: true },
    { type: 'email', value: 'alice@example.com', privacyLevel: 'private' },
  ],
  endpoints: [
    {
      type: 'crypto_wallet',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      privacyLevel: 'public',
      priority: 10,
      capabilities: [{ asset: 'USDC', network: 'ethereum', rail: 'onchain' }],
    },
    {
      type: 'bank_account',
      address: 'DE89 3704 0044 0532 0130 00',
      privacyLevel: 'consent_required',
      capabilities: [{ asset: 'EUR', rail: 'sepa_instant', supportsInstant: true }],
    },
  ],
}

const acme: Sample = {
  identity: { type: 'merchant', displayName: 'Acme Coffee', externalReference: 'demo-acme' },
  aliases: [{ type: 'merchant_handle', value: '$acme', privacyLevel: 'public' }],
  endpoints: [
    {
      type: 'payment_pointer',
      address: 'https://pay.example.com/acme',
      privacyLevel: 'public',
      capabilities: [{ asset: 'EUR', rail: 'interledger' }],
    },
  ],
}
