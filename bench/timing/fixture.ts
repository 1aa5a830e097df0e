import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '../../src/database/migrate.ts'
import type { StepCounts } from '../../src/kernel/response-step.ts'
import { administer, onDatabase } from '../../test/support/admin.ts'
import { Connection } from '../../test/support/connection.ts'
import { neighbourAlias, registerHidden, registerLarge, registerVisible } from '../../test/support/hidden-aliases.ts'
import { nodeOptionsOf } from '../../test/support/service-process.ts'
import { issueKey, openApp, raisedLimits } from '../app.ts'
import { type Payable, registerPayable } from './payable.ts'
import { requestOf } from './probe.ts'

/** Batches of look-ups by the answering server. */
export type ReplicaShares = { primary: number; replicas: number }

const scopes = [
  ...['resolve', 'payee_check', 'destination_check', 'release', 'claims:write', 'identities:read', 'aliases:read'],
  ...['aliases:write', 'endpoints:read', 'consents:read', 'consents:write', 'requests:read', 'audit:read'],
  'webhooks:read',
]

/**
 * Migrates the database and registers an alias of every hidden class. @returns the payer's key, and the records for its
 * payments
 */
async function seed(databaseUrl: string, encryptionKey: Buffer) {
  await migrate(databaseUrl)
  const app = await openApp(databaseUrl, encryptionKey)
  try {
    const { consumerId, secret: key } = await issueKey(app, 'payer', scopes)
    await registerHidden(app, consumerId)
    await registerLarge(app, consumerId)
    await registerVisible(app, neighbourAlias)
    return { key, payable: await registerPayable(app, consumerId) }
  } finally {
    await app.close()
  }
}

/** Looks up each alias whose refusals are listed, with a separate key each, until all are listed. */
async function beRefused(port: number, key: string, { keys }: Payable): Promise<void> {
  const connection = new Connection(port)
  for (const [alias, { secret }] of Object.entries(keys))
    await connection.send(requestOf('/v1/resolve', secret, { alias: `@${alias}` }))
  const last = requestOf(`/v1/requests?key=${Object.values(keys).at(-1)!.id}`, key, undefined)
  while ((await connection.send(last)).body.includes('"data":[]')) await pause(50)
  connection.close()
}

/**
 * Seeds a database with an alias of every hidden class, and starts the server on it in a separate process. `adminUrl` has
 * the right to create databases, `leakMs` is the delay of the seeded leak; look-ups are read from the replica at
 * `replicaUrl`.
 */
export async function makeFixture(adminUrl: string, { leakMs, replicaUrl }: { leakMs: number; replicaUrl?: string }) {
  const name = `timing_${randomUUID().slice(0, 8)}`
  await administer(adminUrl, `create database ${name}`)
  const [databaseUrl, encryptionKey] = [onDatabase(adminUrl, name), randomBytes(32)]
  const { key, payable } = await seed(databaseUrl, encryptionKey)
  const server = fork(join(import.meta.dirname, 'server.ts'), [String(leakMs)], {
    execArgv: nodeOptionsOf(),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: encryptionKey.toString('hex'),
      PORT: '0',
      WEBHOOK_WORKER: 'off',
      REQUIRE_PROOF: 'email',
      CHALLENGE_SENDER: join(import.meta.dirname, 'sender.ts'),
      ...raisedLimits,
      ...(replicaUrl === undefined ? {} : { DATABASE_READ_URLS: onDatabase(replicaUrl, name) }),
    },
  })
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  await beRefused(port, key, payable)
  async function ask(order: string) {
    const answer = once(server, 'message') as Promise<[{ counts: StepCounts; shares: ReplicaShares | null }]>
    server.send(order)
    return (await answer)[0]
  }
  return {
    port,
    key,
    payable,
    counts: async () => (await ask('counts')).counts,
    /** Null if no replica is read from. */
    shares: async () => (await ask('counts')).shares,
    /** Resets the counts of sent codes, except those of the receiver at its limit. */
    forgetTallies: async () => void (await ask('forget tallies')),
    async close() {
      const exit = once(server, 'exit')
      server.disconnect()
      await exit
      await administer(adminUrl, `drop database ${name} with (force)`)
    },
  }
}
export type Fixture = Awaited<ReturnType<typeof makeFixture>>
