import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { StepCounts } from '../../src/app/quantisation.ts'
import { administer, onDatabase } from '../../test/support/admin.ts'
import { startKeeper } from '../../test/support/keeper.ts'
import type { Payable } from './payable.ts'
import { seededLeak } from './seeded-leak.ts'

/** Batches of look-ups by who answered, and for how long those of replicas waited. */
export type ReplicaShares = { primary: number; replicas: number; waitMs: number }

/** A server in a process of its own, with an alias of every hidden class. */
export type Fixture = {
  port: number
  key: string
  /** Null where the version has none of it. */
  payable: Payable | null
  counts(): Promise<StepCounts>
  /** Null where no replica is read from. */
  shares(): Promise<ReplicaShares | null>
  /** Forgets how many codes were sent, but to the receiver to which no more may be. */
  forgetTallies(): Promise<void>
  close(): Promise<void>
}

const unlimited = '999999999 + 999999999/s'
const raisedLimits = {
  RATE_LIMIT_REQUESTS_LIVE: unlimited,
  RATE_LIMIT_REQUESTS_TEST: unlimited,
  RATE_LIMIT_RESOLVE: unlimited,
  RATE_LIMIT_MISSES: unlimited,
  RATE_LIMIT_RELEASES: unlimited,
  RATE_LIMIT_ENDPOINT_RELEASES: unlimited,
  OPENER_CONSUMER_PER_MINUTE: '1000000',
  OPENER_CONSUMER_PER_DAY: '10000000',
  OPENER_PER_DAY: '10000000',
}

/** A PostgreSQL of one's own, removed in the end. @returns its URL, as a superuser */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const { adminUrl, stop } = await startKeeper()
  return { url: adminUrl!, stop }
}

type Seeded = { key: string; payable: Payable | null }

/** Runs the seed. @returns the payer's key, and what its payments need */
async function seed(env: NodeJS.ProcessEnv): Promise<Seeded> {
  const seeding = fork(join(import.meta.dirname, 'seed.ts'), { env })
  const said = once(seeding, 'message') as Promise<[Seeded]>
  const exit = once(seeding, 'exit') as Promise<[number]>
  const [first] = await Promise.race([said, exit])
  if (typeof first === 'number') throw new Error(`Seeding ended with exit code ${first}`)
  await exit
  return first
}

/** `leakMs` is what the seeded leak costs; look-ups are read from the replica at `replicaUrl`. */
type FixtureOptions = { leakMs?: number; replicaUrl?: string }

/**
 * Seeds a database and starts the server on it. `adminUrl` may make databases.
 */
export async function makeFixture(
  adminUrl: string,
  { leakMs = seededLeak.milliseconds, replicaUrl }: FixtureOptions = {},
): Promise<Fixture> {
  const name = `timing_${randomUUID().slice(0, 8)}`
  await administer(adminUrl, `create database ${name}`)
  const secrets = {
    PATH: process.env.PATH,
    DATABASE_URL: onDatabase(adminUrl, name),
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  }
  const { key, payable } = await seed({ ...secrets, PAYABLE: '1' })
  const server = fork(join(import.meta.dirname, 'server.ts'), [String(leakMs)], {
    env: {
      ...secrets,
      PORT: '0',
      WEBHOOK_WORKER: 'off',
      REQUIRE_PROOF: 'email',
      CHALLENGE_SENDER: join(import.meta.dirname, 'sender.ts'),
      ...raisedLimits,
      ...(replicaUrl === undefined ? {} : { DATABASE_READ_URLS: onDatabase(replicaUrl, name) }),
    },
  })
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  async function said() {
    const answer = once(server, 'message') as Promise<[{ counts: StepCounts; shares: ReplicaShares | null }]>
    server.send('counts')
    return (await answer)[0]
  }
  return {
    port,
    key,
    payable,
    counts: async () => (await said()).counts,
    shares: async () => (await said()).shares,
    async forgetTallies() {
      const done = once(server, 'message')
      server.send('forget tallies')
      await done
    },
    async close() {
      const exit = once(server, 'exit')
      server.disconnect()
      await exit
      await administer(adminUrl, `drop database ${name} with (force)`)
    },
  }
}
