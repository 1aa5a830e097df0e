import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Fixture, note, type Registry } from './fixture.ts'
import { median } from './goals.ts'
import type { Findings } from './measures.ts'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** A create of an alias over HTTP beside one insert in a transaction of its own, one after the other. */
export async function aliasCreation(
  fixture: Fixture,
  registry: Registry,
  rounds: number,
  pairs: number,
): Promise<Findings> {
  const served = await fixture.serve('signpost', registry)
  const client = new pg.Client({ connectionString: registry.databaseUrl })
  await client.connect()
  await client.query('create table bench_bare (id uuid primary key, identity_id uuid, value text unique)')
  const post = async (path: string, body: object) => {
    const response = await fetch(served.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${registry.secret}` },
      body: JSON.stringify(body),
    })
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
  const bare = async (value: string) => {
    await client.query('begin')
    await client.query({
      name: 'bare',
      text: 'insert into bench_bare values ($1, $1, $2)',
      values: [randomUUID(), value],
    })
    await client.query('commit')
  }
  const values: number[] = []
  const lines: string[] = []
  for (let round = 0; round <= rounds; round++) {
    const times = { create: [] as number[], bare: [] as number[] }
    let identity = ''
    for (let pair = 0; pair < pairs; pair++) {
      // An identity takes a hundred aliases at most.
      if (pair % 90 === 0) identity = (await post('/v1/identities', { type: 'user' })).id
      const value = `bench.${round}.x${pair}`
      times.create.push(await timed(() => post('/v1/aliases', { identity, type: 'username', value })))
      times.bare.push(await timed(() => bare(value)))
    }
    if (round === 0) continue
    values.push(median(times.create) / median(times.bare))
    lines.push(`create ${median(times.create).toFixed(2)} ms, bare insert ${median(times.bare).toFixed(2)} ms`)
    note(`writes ${round}/${rounds}: ${lines.at(-1)}`)
  }
  await client.end()
  await served.stop()
  return { figures: [{ name: 'create alias p50 / one bare insert transaction', values, atMost: 3 }], lines }
}

/** The rate of `signpost import` on identities with two aliases and an endpoint each. */
export async function importRate(registry: Registry, records: number): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-import-'))
  const file = join(folder, 'registry.jsonl')
  const out = createWriteStream(file)
  for (let n = 0; n < records / 4; n++) {
    const ref = `r${n}`
    for (const line of [
      { object: 'identity', ref, type: 'user', display_name: `Person ${n}` },
      { object: 'alias', identity: ref, type: 'username', value: `import.${n}`, privacy_level: 'public' },
      { object: 'alias', identity: ref, type: 'email', value: `import${n}@example.com` },
      {
        object: 'endpoint',
        ref,
        identity: ref,
        type: 'bank_account',
        address: 'DE89370400440532013000',
        privacy_level: 'public',
      },
    ]) {
      out.write(`${JSON.stringify(line)}\n`)
    }
  }
  await new Promise<void>((resolve) => out.end(resolve))
  try {
    const seconds =
      (await timed(() => run(['import', file, '--consumer', 'bench', '--env', 'test', '--json'], registry))) / 1_000
    const rate = records / seconds
    return {
      figures: [{ name: 'imported records/s, start of the process included', values: [rate], atLeast: 5_000 }],
      lines: [`${records.toLocaleString('en')} records in ${seconds.toFixed(1)} s`],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(args: string[], { env, databaseUrl }: Registry): Promise<void> {
  const { ENCRYPTION_KEY } = env
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, ENCRYPTION_KEY, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`signpost ${args[0]} ended with ${code}.`))))
  })
}
