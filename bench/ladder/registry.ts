import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { withClient } from '../../test/support/admin.ts'
import { mainOf, newKey, operate, type Service, startService } from '../../test/support/service-process.ts'
import { type Environment, raisedLimits } from '../app.ts'

/** A filled registry, its key, and the environment of a server on it. `main` is the command line that filled it. */
export type Registry = {
  databaseUrl: string
  key: string
  identities: number
  env: Environment
  main: string
  /** The rate of its import. */
  linesPerSecond: number
}

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const wallet = { type: 'crypto_wallet', capabilities: [{ asset: 'USDC', network: 'base', rail: 'onchain' }] }
const account = { type: 'bank_account', capabilities: [{ asset: 'EUR', rail: 'sepa' }] }

/** The nth identity in the form of an import: two aliases and three endpoints, one of them behind consent. */
function linesOf(n: number): string {
  const [ref, own] = [`r${n}`, { identity: `r${n}` }]
  const hidden = { type: 'crypto_wallet', address: `0x${'1'.repeat(40)}`, privacy_level: 'consent_required' }
  const records = [
    { object: 'identity', ref, type: 'user' },
    { object: 'alias', ...own, type: 'username', value: `user.${n}`, privacy_level: 'public' },
    { object: 'alias', ...own, type: 'email', value: `user${n}@example.com`, privacy_level: 'public' },
    { object: 'endpoint', ref: `${ref}w`, ...own, ...wallet, address, privacy_level: 'public', priority: 10 },
    {
      object: 'endpoint',
      ref: `${ref}b`,
      ...own,
      ...account,
      address: 'DE89370400440532013000',
      privacy_level: 'public',
    },
    { object: 'endpoint', ref: `${ref}h`, ...own, ...hidden },
  ]
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

/** Fills a database with `signpost import`; its one consumer has a key with all scopes, and raised limits. */
export async function fillRegistry(databaseUrl: string, identities: number, main = mainOf()): Promise<Registry> {
  const env = { ...raisedLimits, DATABASE_URL: databaseUrl, ENCRYPTION_KEY: randomBytes(32).toString('base64') }
  await operate(env, ['migrate'], main)
  const { key } = await newKey(env, 'bench', { main })
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-'))
  try {
    const file = join(folder, 'registry.jsonl')
    await pipeline(Readable.from(Array.from({ length: identities }, (_, n) => n)).map(linesOf), createWriteStream(file))
    const said = await operate(env, ['import', file, '--consumer', 'bench', '--env', 'test', '--json'], main)
    await withClient(databaseUrl, async (client) => {
      for (const text of ['set statement_timeout = 0', 'vacuum analyze', 'checkpoint']) await client.query(text)
    })
    return { databaseUrl, key, identities, env, main, linesPerSecond: JSON.parse(said).rate }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts the service on it with all features on, or the program of another rung. */
export const serve = ({ env, main }: Registry, rung?: string): Promise<Service> => {
  const all = { ...env, RATE_LIMITS: 'on', WEBHOOK_WORKER: 'off', DRAIN_SECONDS: '0', NODE_ENV: 'production' }
  return startService(all, rung ? [join(import.meta.dirname, 'rungs', `${rung}.ts`)] : [main, 'serve'])
}
