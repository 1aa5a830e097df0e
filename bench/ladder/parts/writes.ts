import { randomUUID } from 'node:crypto'
import { encodeId } from '../../../src/kernel/id.ts'
import { pg } from '../../packages.ts'
import { type Fixture, note, type Registry, type Served } from '../fixture.ts'
import { type Findings, median } from '../goals.ts'
import { type Ask, openAsking } from './asking.ts'

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, made: T]> {
  const began = performance.now()
  const made = await work()
  return [performance.now() - began, made]
}

/** An insert in a transaction of its own: three round trips. */
async function openBare({ databaseUrl }: Registry) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create table bench_bare (id uuid primary key, identity_id uuid, value text unique)')
  async function insert(value: string): Promise<void> {
    await client.query('begin')
    await client.query({
      name: 'bare',
      text: 'insert into bench_bare values ($1, $1, $2)',
      values: [randomUUID(), value],
    })
    await client.query('commit')
  }
  return { insert, close: () => client.end() }
}

/** A second consumer, who is granted sight. @returns its id as the surfaces say it */
async function makeGrantee({ databaseUrl, env }: Registry): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const id = randomUUID()
  await client.query(
    `insert into consumer select (jsonb_populate_record(consumer, jsonb_build_object('id', $1::text, 'name', 'grantee'))).*
     from consumer where id = $2`,
    [id, env.BENCH_CONSUMER],
  )
  await client.end()
  return encodeId('consumer', id)
}

const kinds = ['bare insert', 'create alias', 'create endpoint', 'grant consent', 'revoke consent'] as const
type Kind = (typeof kinds)[number]

/** An identity takes fifty endpoints at most. */
const pairsOfIdentity = 40

/** The writes in turn, `pairs` times: medians in milliseconds. */
async function round(ask: Ask, insert: (value: string) => Promise<void>, grantee: string, at: number, pairs: number) {
  const times: Record<Kind, number[]> = {
    'bare insert': [],
    'create alias': [],
    'create endpoint': [],
    'grant consent': [],
    'revoke consent': [],
  }
  async function take<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
    const [elapsed, made] = await timed(work)
    times[kind].push(elapsed)
    return made
  }
  let identity = ''
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % pairsOfIdentity === 0) identity = (await ask('POST', '/v1/identities', { type: 'user' })).id
    const value = `bench.${at}.x${pair}`
    await take('create alias', () => ask('POST', '/v1/aliases', { identity, type: 'username', value }))
    await take('bare insert', () => insert(value))
    const endpoint = { identity, type: 'bank_account', address: 'DE89370400440532013000' }
    await take('create endpoint', () => ask('POST', '/v1/endpoints', endpoint))
    const grant = { identity, consumer: grantee, covers: { all: true } }
    const { id } = await take('grant consent', () => ask('POST', '/v1/consent_grants', grant))
    await take('revoke consent', () => ask('DELETE', `/v1/consent_grants/${id}`))
  }
  return Object.fromEntries(kinds.map((kind) => [kind, median(times[kind])])) as Record<Kind, number>
}

const goals = [
  { kind: 'create alias', atMost: 5 },
  { kind: 'create endpoint', atMost: 5 },
  { kind: 'grant consent', atMost: 5 },
  { kind: 'revoke consent', atMost: 5 },
] as const

async function rounded(served: Served, registry: Registry, rounds: number, pairs: number) {
  const bare = await openBare(registry)
  const { ask, close } = openAsking(served.url, registry)
  const seen: Record<Kind, number>[] = []
  try {
    const grantee = await makeGrantee(registry)
    // The first round warms up, and is not counted.
    for (let at = 0; at <= rounds; at++) {
      const medians = await round(ask, bare.insert, grantee, at, pairs)
      if (at > 0) seen.push(medians)
      note(`writes ${at}/${rounds}: ${lineOf(medians)}`)
    }
  } finally {
    close()
    await bare.close()
  }
  return seen
}

const lineOf = (medians: Record<Kind, number>) =>
  kinds.map((kind) => `${kind} ${medians[kind].toFixed(2)} ms`).join(', ')

/** Writes over HTTP beside one insert in a transaction of its own, one after the other. */
export async function writes(fixture: Fixture, registry: Registry, rounds: number, pairs: number): Promise<Findings> {
  const served = await fixture.serve('signpost', registry)
  const seen = await rounded(served, registry, rounds, pairs)
  await served.stop()
  const figures = goals.map(({ kind, atMost }) => ({
    name: `${kind} p50 / one bare insert transaction`,
    values: seen.map((medians) => medians[kind] / medians['bare insert']),
    atMost,
  }))
  return { figures, lines: seen.map(lineOf) }
}
