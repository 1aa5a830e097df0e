import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { withClient } from '../../test/support/admin.ts'
import { authorized, Connection, requestOf } from '../../test/support/connection.ts'
import { newKey, type Service } from '../../test/support/service-process.ts'
import { median, note } from '../app.ts'
import type { Figure } from '../figures.ts'
import { residentMb } from '../resources.ts'
import { drive, type Load } from './load.ts'
import { type Registry, serve } from './registry.ts'
import { loadOf, questions } from './rungs.ts'

/** Drives single resolves over REST, with random keys. */
const driveSingle = (registry: Registry, { url, process }: Service, seconds: number, more: Partial<Load> = {}) =>
  drive({ ...loadOf(questions.single, { url, registry }, seconds), ...more }, process.pid!)

/** p99 and p50 of single resolves at half of a fresh process's maximum rate. */
export async function tail(registry: Registry, starts: number, seconds: number): Promise<Figure[]> {
  const values: number[] = []
  for (let start = 1; start <= starts; start++) {
    const service = await serve(registry)
    try {
      await driveSingle(registry, service, seconds)
      const full = await driveSingle(registry, service, seconds)
      // The pause of a connection after each answer, such that all connections together make half of the maximum rate.
      const thinkMs = (2 * questions.single.connections * 1_000) / full.rps - full.p50 / 1_000 / 2
      const half = await driveSingle(registry, service, seconds, { thinkMs })
      values.push(half.p99 / half.p50)
      note(`tail ${start}/${starts}: ${half.rps.toFixed(0)} of ${full.rps.toFixed(0)}/s, p99 ${half.p99} µs`)
    } finally {
      await service.stop()
    }
  }
  return [{ name: `p99 / p50 at half of the maximum rate, ${starts} fresh starts`, values, atMost: 4 }]
}

/** Single resolves with one key over 64 and 256 connections, relative to 32 in the same round; the first round warms up. */
export async function connections(registry: Registry, rounds: number, seconds: number): Promise<Figure[]> {
  const service = await serve(registry)
  const counts = [32, 64, 256] as const
  const rates: Record<(typeof counts)[number], number[]> = { 32: [], 64: [], 256: [] }
  let failed = 0
  try {
    for (let round = 0; round <= rounds; round++)
      for (const count of round % 2 ? counts : counts.toReversed()) {
        const measured = await driveSingle(registry, service, seconds, { connections: count })
        failed += measured.failed
        if (round > 0) rates[count].push(measured.rps)
      }
  } finally {
    await service.stop()
  }
  const beside = (count: 64 | 256) => rates[count].map((rate, round) => rate / rates[32][round]!)
  return [
    { name: '64 connections / 32', values: beside(64), atLeast: 0.95 },
    { name: '256 connections / 32', values: beside(256), atLeast: 0.95 },
    { name: 'refused at 32, 64 and 256 connections', values: [failed], atMost: 0 },
  ]
}

const walPosition = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as at")
    return rows[0].at
  })

/** The memory of the process after `many` resolves, relative to that after 10,000, and their log lines. */
export async function memory(registry: Registry, many: number): Promise<Figure[]> {
  const service = await serve(registry)
  let resolved = 0
  async function until(count: number) {
    while (resolved < count) {
      resolved += (await driveSingle(registry, service, count - resolved > 50_000 ? 10 : 2)).requests
      note(`memory: ${resolved} of ${many} resolves`)
    }
    return { mb: await residentMb(service.process.pid!), wal: await walPosition(registry.databaseUrl), at: resolved }
  }
  try {
    const [before, after] = [await until(10_000), await until(many)]
    const written = (after.wal - before.wal) / (after.at - before.at)
    return [
      { name: `resident set after ${many} resolves / after 10,000`, values: [after.mb / before.mb], atMost: 1.15 },
      { name: 'resident set in the end, MB', values: [after.mb], atMost: 350 },
      { name: 'log bytes a look-up', values: [written], atMost: 1_640 },
    ]
  } finally {
    await service.stop()
  }
}

export const writeKinds = ['create alias', 'create endpoint', 'grant consent', 'revoke consent'] as const
const kinds = [...writeKinds, 'bare insert'] as const
type Kind = (typeof kinds)[number]
type Ask = (method: string, path: string, body?: object) => Promise<{ id: string }>

/** An insert in a separate transaction: three round trips. */
async function insertBare(client: Client, value: string): Promise<void> {
  await client.query('begin')
  await client.query({
    name: 'bare',
    text: 'insert into bench_bare values ($1, $1, $2)',
    values: [randomUUID(), value],
  })
  await client.query('commit')
}

/** An identity holds at most fifty endpoints. */
const pairsOfIdentity = 40

/** The writes in turn, `pairs` times. @returns the median of each in milliseconds */
async function writeRound(ask: Ask, client: Client, grantee: string, round: number, pairs: number) {
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]))
  async function take<T>(kind: Kind, work: Promise<T>, began = performance.now()): Promise<T> {
    const made = await work
    times.get(kind)!.push(performance.now() - began)
    return made
  }
  let identity = ''
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % pairsOfIdentity === 0) identity = (await ask('POST', '/v1/identities', { type: 'user' })).id
    const value = `bench.${round}.x${pair}`
    await take('create alias', ask('POST', '/v1/aliases', { identity, type: 'username', value }))
    await take('bare insert', insertBare(client, value))
    const endpoint = { identity, type: 'bank_account', address: 'DE89370400440532013000' }
    await take('create endpoint', ask('POST', '/v1/endpoints', endpoint))
    const grant = { identity, consumer: grantee, covers: { all: true } }
    const { id } = await take('grant consent', ask('POST', '/v1/consent_grants', grant))
    await take('revoke consent', ask('DELETE', `/v1/consent_grants/${id}`))
  }
  return new Map(kinds.map((kind) => [kind, median(times.get(kind)!)]))
}

/** Sends the writes of a round to a service, with the inserts beside them on its database. */
export async function openWriter(registry: Registry, { url }: Pick<Service, 'url'>) {
  const { consumer } = await newKey(registry.env, 'grantee', { main: registry.main })
  const client = new Client(registry.databaseUrl)
  await client.connect()
  await client.query('create table bench_bare (id uuid primary key, identity_id uuid, value text unique)')
  const connection = new Connection(Number(new URL(url).port))
  const ask: Ask = async (method, path, body) => {
    const { status, body: text } = await connection.send(requestOf(method, path, authorized(registry.key), body))
    if (status >= 300) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  return {
    round: (round: number, pairs: number) => writeRound(ask, client, consumer, round, pairs),
    async close() {
      connection.close()
      await client.end()
    },
  }
}

/** Writes over HTTP beside one insert in a transaction of its own, one after the other. */
export async function writes(registry: Registry, rounds: number, pairs: number): Promise<Figure[]> {
  const service = await serve(registry)
  const writer = await openWriter(registry, service)
  try {
    const medians: Map<Kind, number>[] = []
    for (let round = 0; round <= rounds; round++) {
      note(`writes ${round}/${rounds}`)
      medians.push(await writer.round(round, pairs))
    }
    return writeKinds.map((kind) => ({
      name: `${kind} p50 / one bare insert transaction`,
      // The first round warms up.
      values: medians.slice(1).map((times) => times.get(kind)! / times.get('bare insert')!),
      atMost: 5,
    }))
  } finally {
    await writer.close()
    await service.stop()
  }
}
