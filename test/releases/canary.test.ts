import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../src/postgres/embedded.ts'
import { withClient } from '../support/admin.ts'
import { type Canaries, createScanner } from '../support/canaries.ts'
import { type Command, startCommand, startServerProcess } from '../support/command.ts'
import { openJwe } from '../support/open-release.ts'
import { openerMachine } from '../support/opener.ts'
import { placesOf } from '../support/places.ts'
import { processTree, scanMemory } from '../support/process-memory.ts'
import { type Payee, type Releasing, releasing } from '../support/releasing.ts'
import { startTestServer, type TestServer, testEnvironment } from '../support/server.ts'

/*
 * Addresses are registered, then a gateway is started that never sees one: it asks the opener's process for releases of them. Both
 * log and trace all they can to standard output. No address is in any of it, nor in PostgreSQL, nor in the gateway's memory.
 */

const unique = () => randomBytes(8).toString('hex').toUpperCase()
const amountOfPayees = 6
const machine = openerMachine()
const encryptionKey = randomBytes(32)
const canaries: Canaries = {}
/** Control: a value in the gateway's environment that the scan must find. */
const seeded = `Seeded${unique()}`

let postgres: EmbeddedPostgres
let registrar: TestServer
let gateway: Command & { url: string }
let opener: Command
let scene: Releasing
const payees: Payee[] = []

beforeAll(async () => {
  postgres = await startEmbedded({
    dataDir: join(inject('postgres').scratch, `release-canary-${unique()}`),
    sharedDir: join(inject('postgres').scratch, 'elsewhere'),
    settings: { log_statement: 'all', log_min_duration_statement: '0', fsync: 'off', shared_buffers: '32MB' },
  })
  await migrate(postgres.url)
  const database = { url: postgres.url, drop: async () => undefined }
  registrar = await startTestServer({ database, encryptionKey, env: machine.env })
  scene = await releasing(registrar)
  for (let n = 0; n < amountOfPayees; n++) {
    const [account, holder] = [`CANARY${unique()}`, `Holder ${unique()}`]
    canaries[`account ${n}`] = Buffer.from(account)
    canaries[`holder ${n}`] = Buffer.from(holder)
    payees.push(await scene.payee({ address: `${account}${1000 + n}`, details: { holder_name: holder } }))
  }
  canaries.reference = Buffer.from(`Reference ${unique()}`)
  const env = {
    ...testEnvironment,
    ...machine.env,
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    LOG_LEVEL: 'trace',
    OTEL_TRACES_EXPORTER: 'console',
    RELEASE_WAIT_MS: '8000',
  }
  gateway = await startServerProcess({ ...env, SEEDED: seeded })
  opener = startCommand(['opener', '--private-key-file', machine.keyFile], env)
  await opener.saying(/the opener is ready/)
  await release(payees[0]!, { reference: canaries.reference!.toString() })
  Object.assign(canaries, await check(registrar.url, 'elsewhere'))
}, 180_000)
afterAll(async () => {
  for (const { child, finished } of [gateway, opener].filter(Boolean)) {
    child.kill('SIGTERM')
    await finished
  }
  await registrar?.close()
  await postgres?.stop()
  machine.remove()
})

async function release({ alias, endpoint }: Payee, more: object = {}): Promise<string> {
  const response = await fetch(`${gateway.url}/v1/releases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.payer.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ alias, endpoint, sealing_key: scene.sealingKey, ...more }),
  })
  const body = (await response.json()) as { status: string; jwe: string }
  expect([response.status, body.status]).toEqual([201, 'ready'])
  return body.jwe
}

/** Checks a payee's account, and another one, for a payer's customer. @returns what nobody but the process that answers may see */
async function check(url: string, place: string): Promise<Canaries> {
  const [account, payer] = [`CANARY${unique()}`, `Payer ${unique()}`]
  const addresses = [`${account}77`, `${canaries['account 0']}1000`]
  const items = addresses.map((address) => ({
    alias: payees[0]!.alias,
    destination: { type: 'bank_account', address, details: { holder_name: canaries['holder 0']!.toString() } },
    payer,
  }))
  const response = await fetch(`${url}/v1/destination_checks/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.payer.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  })
  const { results } = (await response.json()) as { results: { verdict: string }[] }
  expect(results.map(({ verdict }) => verdict)).toEqual(['no_match', 'match'])
  return { [`account checked ${place}`]: Buffer.from(account), [`payer ${place}`]: Buffer.from(payer) }
}

/** Scans the memory of a command's processes for the canaries; `bytes` is the amount scanned. */
function held(sought: Canaries, { child }: Command = gateway): { bytes: number; found: string[] } {
  const scans = processTree(child.pid!).map((pid) => scanMemory(pid, sought))
  return {
    bytes: scans.reduce((sum, { bytes }) => sum + bytes, 0),
    found: scans.flatMap(({ found }) => found),
  }
}

test('a gateway through which releases go never holds an address', { timeout: 300_000 }, async () => {
  const { reference: _, ...addresses } = canaries
  for (let round = 0; round < 3; round++) {
    const running = Promise.all(payees.map((payee) => release(payee)))
    expect(held(addresses).found).toEqual([])
    for (const jwe of await running) expect((await openJwe(jwe, scene.key)).text.length).toBeGreaterThan(100)
  }
  const { bytes, found } = held(addresses)
  expect(found).toEqual([])
  // Control: the scan distinguishes two values with the same beginning.
  const control = held({ seeded: Buffer.from(seeded), absent: Buffer.from(`Seeded${unique()}`) })
  expect(control.found).toEqual(['seeded, raw'])
  console.info(`memory of a gateway: ${Object.keys(addresses).length} canaries, ${(bytes / 1e6).toFixed(0)} MB, 0 hits`)
})

test('an account that one process checks, and its payer, are in the memory of no other', {
  timeout: 300_000,
}, async () => {
  const here = await check(gateway.url, 'here')
  const elsewhere = Object.fromEntries(Object.entries(canaries).filter(([name]) => name.endsWith(' elsewhere')))
  expect(Object.keys(elsewhere)).toHaveLength(2)
  expect(held(elsewhere).found).toEqual([])
  expect(held({ ...elsewhere, ...here }, opener).found).toEqual([])
  // Control: the process that answers has just read them.
  expect(held(here).found.length).toBeGreaterThan(0)
  Object.assign(canaries, here)
})

test('no address is in PostgreSQL, logs, traces or events, and seeded ones are found in each', {
  timeout: 300_000,
}, async () => {
  const seededRow = `Row${unique()}`
  await withClient(postgres.url, async (client) => {
    await client.query('create table seeded (text text)')
    for (let copy = 0; copy < 4; copy++) await client.query(`insert into seeded values ('${seededRow}')`)
  })
  const contents = await placesOf(postgres)
  contents.set('gateway: log and traces', [Buffer.from(gateway.said())])
  contents.set('opener: log and traces', [Buffer.from(opener.said())])
  expect(gateway.said()).toContain('createRelease')
  expect(gateway.said()).toContain('checkDestinations')
  expect(Object.keys(canaries).filter((name) => name.startsWith('payer '))).toHaveLength(2)
  expect(opener.said()).toContain('the opener is ready')
  const scan = createScanner(canaries)
  expect([...contents].flatMap(([place, buffers]) => buffers.flatMap((buffer) => scan(place, buffer)))).toEqual([])
  const find = createScanner({ seeded: Buffer.from(seededRow) })
  for (const place of ['PostgreSQL’s log', 'dump', 'data files', 'WAL'])
    expect(
      contents.get(place)!.some((buffer) => find(place, buffer).length > 0),
      place,
    ).toBe(true)
  expect(contents.get('dump')!.join('')).toContain('endpoint.released')
})
