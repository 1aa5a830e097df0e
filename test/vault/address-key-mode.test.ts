import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readKey } from '../../src/vault/address-key.ts'
import { makeKeyFile } from '../../src/vault/open-address.ts'
import { countAddresses } from '../../src/vault/rotation/address-store.ts'
import { type Command, runCommand, startCommand, startServerProcess } from '../support/command.ts'
import { folderForTests } from '../support/folder.ts'
import { environmentOf, processTree, scanMemory } from '../support/process-memory.ts'
import { type Payee, pointerOf, seedPayees } from '../support/sealed.ts'
import { type Answer, forTests, startTestServer, type TestServer, testEnvironment } from '../support/server.ts'

const folder = folderForTests('address')
const keyFile = join(folder, 'private')
const pair = makeKeyFile(keyFile)
const privateKey = readKey('private', readFileSync(keyFile, 'utf8').split('\n')[1]!)

const encryptionKey = randomBytes(32)
/** A server without the public key, beside the process: it makes API keys and looks into the database. */
let gateway: Awaited<ReturnType<typeof startServerProcess>>
let worker: Command
let payees: Payee[]

// A machine that is busy with other suites is not the overload that a test is about.

const recorder = fileURLToPath(new URL('../support/record-modules.mjs', import.meta.url))
const recordTo = (name: string) => ({
  RECORD_MODULES: join(folder, name),
  NODE_OPTIONS: `--import ${pathToFileURL(recorder)}`,
})
const recorded = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n')
const opens = (line: string) => /\/(?:open-address|operate\/addresses)\.ts$/.test(line)

const bystander = forTests(() => startTestServer({ encryptionKey }))
const env = forTests(() => ({
  ...bystander.env,
  ADDRESS_PUBLIC_KEY: pair.publicKey,
  SANDBOX: 'off',
}))
beforeAll(async () => {
  gateway = await startServerProcess({ ...testEnvironment, ...env, ...recordTo('gateway'), WEBHOOK_WORKER: 'on' })
  worker = startCommand(['worker'], { ...testEnvironment, ...env, ...recordTo('gateway'), LOG_FORMAT: 'json' })
  await worker.saying(/the webhook worker is ready/)
  payees = await seedPayees({ ...bystander, send }, 6)
})
afterAll(async () => {
  gateway?.child.kill('SIGTERM')
  worker?.child.kill('SIGTERM')
  await Promise.all([gateway?.finished, worker?.finished])
})

/** As `bystander.send`, but of the gateway's process. */
async function send(...[method, path, { key, body, headers } = {}]: Parameters<TestServer['send']>): Promise<Answer> {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : undefined }
}

describe('with ADDRESS_PUBLIC_KEY', { timeout: 120_000 }, () => {
  test('everything but the addresses command works: create, resolve, preview, change, remove, close, import, export, reencrypt', async () => {
    expect(await countAddresses(bystander.app.db)).toEqual({ [pair.keyId]: 6 })
    for (const [n, { key, alias, endpoint, identity }] of payees.entries()) {
      const { body } = await send('POST', '/v1/resolve', { key: key.key, body: { alias } })
      expect(body.endpoints[0].url).toBe(pointerOf(n))
      const preview = await send('GET', `/v1/endpoints/${endpoint}`, { key: key.key })
      expect(preview.body.address_preview).toBe(pointerOf(n))
      const patched = await send('PATCH', `/v1/endpoints/${endpoint}`, { key: key.key, body: { priority: 3 } })
      expect([patched.status, patched.body.priority]).toEqual([200, 3])
      const listed = await send('GET', `/v1/identities/${identity}/endpoints`, { key: key.key })
      expect(listed.body.data[0].address_preview).toBe(pointerOf(n))
    }
    const [first, second] = [payees[0]!, payees[1]!]
    expect((await send('DELETE', `/v1/endpoints/${first.endpoint}`, { key: first.key.key })).status).toBe(200)
    const path = `/v1/identities/${second.identity}`
    expect((await send('PATCH', path, { key: second.key.key, body: { status: 'closed' } })).status).toBe(200)

    const file = join(folder, 'import.jsonl')
    const lines = [
      { object: 'identity', ref: 'x', type: 'user' },
      { object: 'endpoint', ref: 'x', identity: 'x', type: 'payment_pointer', address: '$pay.example.com/imported' },
    ]
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    const owner = ['--consumer', 'owner', '--env', 'test']
    const imported = await runCommand(['import', file, ...owner], { ...env, ...recordTo('import') })
    expect(imported.code, imported.stderr).toBe(0)
    const exported = await runCommand(['export', ...owner], { ...env, ...recordTo('export') })
    expect([exported.code, exported.stdout.match(/"object":"endpoint"/g)]).toMatchObject([0, { length: 3 }])
    const reencrypted = await runCommand(['reencrypt', '--grace', '0'], { ...env, ...recordTo('reencrypt') })
    expect(reencrypted.code, reencrypted.stderr).toBe(0)
    expect(reencrypted.stdout).toContain('6 addresses are sealed to a public key and stay')

    expect(await countAddresses(bystander.app.db)).toEqual({ [pair.keyId]: 6 })
    const { key, alias } = payees[2]!
    const after = await send('POST', '/v1/resolve', { key: key.key, body: { alias } })
    expect(after.body.endpoints[0].url).toBe(pointerOf(2))
    for (const name of ['import', 'export', 'reencrypt']) expect(recorded(name).filter(opens)).toEqual([])
  })

  test('no serving process loads the code that opens addresses, or has the private half in its environment or memory', async () => {
    const pids = [gateway, worker].flatMap(({ child }) => processTree(child.pid!))
    expect(pids.length, 'the gateway and the webhook worker').toBe(2)
    const loaded = recorded('gateway')
    for (const pid of pids) expect(loaded.filter((line) => line.startsWith(`${pid} `)).length).toBeGreaterThan(200)
    expect(loaded.filter(opens)).toEqual([])
    let bytes = 0
    for (const pid of pids) {
      expect(environmentOf(pid)).not.toMatch(/private/i)
      const scanned = scanMemory(pid, { key: privateKey })
      expect(scanned.found).toEqual([])
      expect(scanned.bytes).toBeGreaterThan(30e6)
      bytes += scanned.bytes
    }
    console.log(`memory of ${pids.length} processes: ${(bytes / 1e6).toFixed(0)} MB scanned, 0 hits`)
  })

  test('control: the search finds the public half, and a seeded private one', async () => {
    const known = scanMemory(gateway.child.pid!, { key: Buffer.from(pair.publicKey) })
    expect(known.found.length).toBeGreaterThan(0)
    const backwards = [...privateKey.toString('hex')].reverse().join('')
    const seeded = await startServerProcess({ ...env, ...recordTo('seeded'), SEEDED: backwards })
    const { found } = scanMemory(seeded.child.pid!, { key: privateKey })
    seeded.child.kill('SIGTERM')
    await seeded.finished
    expect(found).toContain('key, raw')
  })

  test('the addresses command loads it', async () => {
    const verified = await runCommand(['addresses', 'verify', '--private-key-file', keyFile], {
      ...env,
      ...recordTo('verify'),
    })
    expect([verified.code, verified.stdout]).toEqual([0, `Sealed: 6 by ${pair.keyId}. Opened: 6, not opened: 0.\n`])
    expect(recorded('verify').filter(opens)).toHaveLength(2)
  })

  test('a start with the private half, a mistyped key or two keys ends with a plain sentence that shows neither', async () => {
    const secret = readFileSync(keyFile, 'utf8').split('\n')[1]!
    const typo = pair.publicKey.slice(0, -1) + (pair.publicKey.endsWith('A') ? 'B' : 'A')
    const wrong: [Record<string, string>, string][] = [
      [
        { ADDRESS_PUBLIC_KEY: secret },
        'This is the private half of an address key pair, where the public one belongs.\n',
      ],
      [{ ADDRESS_PUBLIC_KEY: typo }, 'The public address key is mistyped: its checksum is wrong.\n'],
      [{ ADDRESS_PUBLIC_KEY_FILE: keyFile }, 'Set one of ADDRESS_PUBLIC_KEY and ADDRESS_PUBLIC_KEY_FILE, not both.\n'],
    ]
    const runs = await Promise.all(wrong.map(([more]) => runCommand(['serve'], { PORT: '0', ...env, ...more })))
    expect(runs).toEqual(wrong.map(([, stderr]) => ({ code: 1, stdout: '', stderr })))
  })

  test('the public key may come from a file, which others than its owner must not be able to change', async () => {
    const path = join(folder, 'public')
    writeFileSync(path, `${pair.publicKey}\n`, { mode: 0o644 })
    const start = () =>
      startTestServer({ encryptionKey, database: bystander.database, env: { ADDRESS_PUBLIC_KEY_FILE: path } })
    const server = await start()
    const { identity, key } = payees[3]!
    const body = { identity, type: 'mobile_money', address: '+14155550100' }
    expect((await server.send('POST', '/v1/endpoints', { key: key.key, body })).status).toBe(201)
    await server.close()
    expect(await countAddresses(bystander.app.db)).toEqual({ [pair.keyId]: 7 })
    chmodSync(path, 0o664)
    await expect(start()).rejects.toThrow(/can be changed by others than its owner/)
  })
})
