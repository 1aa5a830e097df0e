// npm run bench -- profile [--before DIR] [--seconds 10] [--only NAME]
//
// Profiles the service under load, a question at a time: flame graphs, and where the time of a request goes. With `--before`, the
// same of another version (a checkout with its packages installed) beside it, as `flame-NAME-before.svg`.

import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { ask, type Counted, startCounted } from '../cpu/counted.ts'
import { creating } from './creating.ts'
import { type Fixture, note, type Registry, startFixture } from './fixture.ts'
import { type CpuProfile, flameGraph, readProfile, roomsOf } from './flame.ts'
import { drive } from './load.ts'
import { loadOf, questions } from './questions.ts'
import { freePort } from './serve.ts'
import { unpartitioned } from './versions-database.ts'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
})
const root = join(import.meta.dirname, '../..')
const seconds = Number(values.seconds)
const createsPerSecond = 300
const shown = 24

const asked = { rest: questions.single, graphql: questions.graphqlSingle, bulk: questions.bulk }
const names = [...Object.keys(asked), 'create'].filter((name) => name.includes(values.only))

/** A checkout, the database that it reads, and the one that it writes to: an older version reads this schema, and writes to its own. */
type Version = { tree: string; suffix: string; read: Registry; write: Registry }

const run = promisify(execFile)

/** An empty database that the version's own command line made, with a key of its own. */
async function ownRegistry(fixture: Fixture, tree: string, read: Registry): Promise<Registry> {
  const databaseUrl = await fixture.database('own_schema')
  const { ENCRYPTION_KEY = '' } = read.env
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ENCRYPTION_KEY }
  const signpost = (...words: string[]) => run(process.execPath, [join(tree, 'src/cli/main.ts'), ...words], { env })
  await signpost('migrate')
  const key = ['keys', 'create', '--consumer', 'bench', '--env', 'test', '--scopes', '*', '--json']
  const { stdout } = await signpost(...key).catch(() => signpost(...key, '--new'))
  return { ...read, databaseUrl, secret: (JSON.parse(stdout) as { key: string }).key }
}

async function versionOf(fixture: Fixture, tree: string, registry: Registry): Promise<Version> {
  if (tree === root) return { tree, suffix: '', read: registry, write: registry }
  const isFormer = !existsSync(join(tree, 'src/database/partitions'))
  const read = await fixture.copy(registry, isFormer ? unpartitioned : 'select 1')
  return { tree, suffix: '-before', read, write: await ownRegistry(fixture, tree, read) }
}

/** Asks for a while. @returns how often */
async function askFor(name: string, { url, child }: Counted, registry: Registry): Promise<number> {
  if (name === 'create') {
    const count = seconds * createsPerSecond
    await ask(url, await creating(url, registry, count), count, 4)
    return count
  }
  const question = asked[name as keyof typeof asked]
  const { requests } = await drive(loadOf(question, { url, registry, seconds }), child.pid!)
  return requests
}

async function profiled(name: string, { tree, suffix, read, write }: Version, folder: string): Promise<void> {
  const registry = name === 'create' ? write : read
  const into = join(folder, name + suffix)
  const served = await startCounted({
    tree,
    port: await freePort(),
    env: {
      ...registry.env,
      DATABASE_URL: registry.databaseUrl,
      RATE_LIMITS: 'off',
    },
    nodeOptions: ['--max-semi-space-size=64', '--cpu-prof', `--cpu-prof-dir=${into}`, '--cpu-prof-interval=250'],
  })
  const before = await served.count()
  const requests = await askFor(name, served, registry)
  const cpuMicros = ((await served.count()).cpuMicros - before.cpuMicros) / requests
  await served.stop()
  const profile = JSON.parse(readFileSync(join(into, readdirSync(into)[0]!), 'utf8')) as CpuProfile
  const calls = readProfile(profile)
  console.log(`\n${name}${suffix}: ${requests} requests, ${cpuMicros.toFixed(0)} µs of CPU each with the profiler on\n`)
  console.log('| Where | own µs a request |\n|---|---|')
  for (const [room, micros] of roomsOf(calls, requests).slice(0, shown)) {
    console.log(`| ${room} | ${micros.toFixed(1)} |`)
  }
  const file = join(import.meta.dirname, `results/flame-${name}${suffix}.svg`)
  writeFileSync(file, flameGraph(calls, `${name}${suffix ? ', before' : ''}: own process, ${requests} requests`))
  note(`Written to ${file}`)
}

const fixture = await startFixture()
const folder = mkdtempSync(join(tmpdir(), 'signpost-profile-'))
try {
  const registry = await fixture.registry(50_000)
  const versions = [await versionOf(fixture, root, registry)]
  if (values.before !== undefined) versions.unshift(await versionOf(fixture, resolve(values.before), registry))
  for (const name of names) for (const version of versions) await profiled(name, version, folder)
} finally {
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
}
