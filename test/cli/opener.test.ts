import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOpenerKey } from '../../src/releases/signing.ts'
import { runCommand, startCommand } from '../support/command.ts'
import { folderForTests } from '../support/folder.ts'
import { openJwe, payerKey, verifyJws } from '../support/open-release.ts'
import { openerMachine } from '../support/opener.ts'
import { iban, registryOf } from '../support/registry.ts'
import { releasing, settled } from '../support/releasing.ts'
import { forTests, startTestServer } from '../support/server.ts'

const folder = folderForTests('opener-cli')
const machine = openerMachine()
const jwkFile = join(folder, 'owner.jwk.json')
const server = forTests(() => startTestServer({ env: { ...machine.env, RELEASE_WAIT_MS: '8000' } }))
const scene = forTests(() => releasing(server))
const ownerKey = forTests(payerKey)
const payee = forTests(() => scene.payee())
const env = forTests(() => ({
  ...server.env,
  ...machine.env,
}))
beforeAll(async () => {
  writeFileSync(jwkFile, JSON.stringify(ownerKey.jwk))
})
afterAll(() => machine.remove())

const opener = (...args: string[]) => runCommand(['opener', ...args], env)
const withKey = (...args: string[]) => opener(...args, '--private-key-file', machine.keyFile)
const exportOf = (consumer: string, file = jwkFile, environment = 'test') =>
  withKey('export', '--consumer', consumer, '--env', environment, '--sealing-key', file)

/** The sockets of a process on which it listens, by its descriptors and the tables of the system. */
function listening(pid: number): string[] {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [/^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? '']
      } catch {
        return []
      }
    }),
  )
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      // 0A is LISTEN; a bound UDP socket is 07.
      .filter(([, , , state, , , , , , inode]) => (state === '0A' || state === '07') && own.has(inode!))
      .map(([, address]) => `${table} ${address}`),
  )
}

test('the opener issues releases, listens on nothing, and exits with 0 on a signal', {
  timeout: 180_000,
}, async () => {
  const running = startCommand(['opener', '--private-key-file', machine.keyFile], {
    ...env,
    METRICS_TOKEN: 'a-token-of-the-gateways',
  })
  await running.saying(/the opener is ready/)
  expect(listening(running.child.pid!)).toEqual([])
  expect(listening(process.pid)).not.toEqual([])
  const body = await settled(scene, (await scene.ask(payee)).body.id)
  expect(body.status).toBe('ready')
  const { text } = await openJwe(body.jwe, scene.key)
  expect((await verifyJws(text, await scene.jwks())).claims).toMatchObject({ address: iban })
  running.child.kill('SIGTERM')
  expect((await running.finished).code).toBe(0)
  expect(running.said()).not.toContain(iban)
})

test('keys prints the public key that gateways publish', { timeout: 180_000 }, async () => {
  const { code, stdout } = await withKey('keys')
  expect([code, stdout.trim()]).toEqual([0, machine.env.OPENER_PUBLIC_KEY])
  expect(readOpenerKey(stdout)).toEqual(server.app.signingKeys)
})

test('export seals each address of the consumer to its key, and leaves its entry and no release', {
  timeout: 180_000,
}, async () => {
  const other = await releasing(server, { owner: 'another owner', payer: 'payer' })
  await other.payee()
  const live = registryOf(server, await server.key({ livemode: true }))
  const { id: endpoint } = await live.account((await live.identity()).id)
  const rows = () => server.query`select count(*)::int from release`
  const before = await rows()
  const entries = () =>
    server.query`select livemode from event where type = 'operator.exported' and consumer_id is null
      and ${scene.owner.consumer} = any(subjects)`
  const { code, stdout, stderr } = await exportOf('owner')
  expect([code, stderr]).toEqual([0, 'Exported: 1. Not opened: 0.\n'])
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ jwe, ...rest }) => rest)).toEqual([
    { object: 'endpoint_address', endpoint: payee.endpoint, identity: payee.identity },
  ])
  expect(stdout).not.toContain(iban)
  const { header, text } = await openJwe(lines[0].jwe, ownerKey)
  expect(header).toMatchObject({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', cty: 'JWT' })
  const { claims } = await verifyJws(text, await scene.jwks())
  expect(claims).toMatchObject({ address: iban, aud: scene.owner.consumer, endpoint: payee.endpoint })
  expect(await rows()).toEqual(before)
  expect(await entries()).toEqual([{ livemode: false }])
  const inLive = await exportOf('owner', jwkFile, 'live')
  expect(
    inLive.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).endpoint),
  ).toEqual([endpoint])
})

test('an address that the key does not open sets the exit code, and the others are exported', {
  timeout: 180_000,
}, async () => {
  const broken = await scene.payee()
  const id = (await server.query<{ id: string }>`select id from endpoint order by created_at desc limit 1`)[0]!.id
  await server.query`update endpoint set address = (select address from endpoint where id <> ${id} limit 1)
    where id = ${id}`
  const { code, stdout } = await exportOf('owner')
  expect(code).toBe(1)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.find(({ endpoint }) => endpoint === broken.endpoint).jwe).toBeNull()
  expect(lines.find(({ endpoint }) => endpoint === payee.endpoint).jwe).toEqual(expect.any(String))
})

test('mistakes are sentences with exit code 2, and repeat nothing of a key', { timeout: 180_000 }, async () => {
  const secret = join(folder, 'private.jwk.json')
  writeFileSync(secret, JSON.stringify({ ...ownerKey.jwk, d: 'c2VjcmV0' }))
  const garbled = join(folder, 'garbled.json')
  writeFileSync(garbled, 'c2VjcmV0')
  const other = openerMachine()
  const mistakes = [
    await opener(),
    await opener('--private-key-file', join(folder, 'absent')),
    await opener('--private-key-file', other.keyFile),
    await exportOf('nobody'),
    await exportOf('owner', secret),
    await exportOf('owner', garbled),
  ]
  other.remove()
  expect(mistakes.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2])
  expect(mistakes[2]!.stderr).toContain('OPENER_PUBLIC_KEY is not the first private key')
  for (const { stdout, stderr } of mistakes) expect(stdout + stderr).not.toContain('c2VjcmV0')
})
