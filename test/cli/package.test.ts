import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { version } from '../../src/kernel/version.ts'
import { runCommand, startCommand } from '../support/command.ts'
import { type Installed, installPackage } from '../support/installed.ts'

// A compiler and npm: on a busy machine they take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const root = join(import.meta.dirname, '../..')

let installed: Installed
/** Where somebody stands who runs it. */
let empty: string
beforeAll(async () => {
  installed = await installPackage()
  empty = join(installed.folder, 'empty')
  mkdirSync(empty)
})
afterAll(() => rmSync(installed.folder, { recursive: true, force: true }))

test('the package contains built code and pages, and no sources, tests or secrets', () => {
  const { files, size } = installed
  const outside = files.filter(
    (file) => !/^(?:bin\/signpost\.js$|build\/|package\.json$|README\.md$|LICENSE$)/.test(file),
  )
  expect(outside).toEqual([])
  expect(files.filter((file) => /(?<!\.d)\.ts$|\.test\.|\.env|\.key$|node_modules/.test(file))).toEqual([])
  const migrations = globSync('migrations/*.ts', { cwd: root }).map((file) => `build/${file.replace(/\.ts$/, '.js')}`)
  for (const file of [...migrations, 'build/schema/root.graphql', 'build/deploy/systemd/signpost.service'])
    expect(files).toContain(file)
  for (const file of ['build/docs/README.md', 'build/web/docs/docs.js']) expect(files).toContain(file)
  for (const page of ['console/dist', 'explorer/dist', 'reference'])
    expect(files).toContain(`build/web/${page}/index.html`)
  expect(size).toBeLessThan(8_000_000)
})

test('in an empty folder it serves with an embedded database and stops in order', async () => {
  const env = { PORT: '0', DRAIN_SECONDS: '0' }
  const service = startCommand(['serve'], env, { main: installed.bin, cwd: empty })
  const [, url] = await service.saying(/Signpost listens on (\S+)/)
  const [, key] = await service.saying(/Demo key \(test mode\): {2}(\S+)/)
  const answer = await fetch(`${url}/v1/resolve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"alias":"@alice"}',
  })
  expect(await answer.json()).toMatchObject({ type: 'user', matched_alias: { value: 'alice' } })
  for (const page of ['/', '/console', '/graphql', '/docs', '/docs/reference']) {
    const { status, headers } = await fetch(url + page, { headers: { accept: 'text/html' } })
    expect([page, status, headers.get('content-type')]).toEqual([page, 200, 'text/html; charset=utf-8'])
  }
  // Another command beside it finds its database, and its schema as this version has it.
  const doctor = await runCommand(['doctor', '--json'], {}, { main: installed.bin, cwd: empty })
  expect(doctor.stdout).toContain('migrations')
  expect(doctor.code, doctor.stdout + doctor.stderr).toBe(0)
  expect(readdirSync(empty)).toEqual(['.data'])
  service.child.kill('SIGTERM')
  expect((await service.finished).code).toBe(0)
})

/** Makes the runtime look like an older one to what it runs. */
const older = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.3.0' } })",
)}`
const onOlder = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, ['--import', older, installed.bin, ...args], {
    cwd: empty,
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  })

test('started by an older Node it runs on the runtime that came with it, and ends as that ends', () => {
  const { status, stdout } = onOlder(['--version'])
  expect([status, stdout.trim()]).toEqual([0, version])
  const wrong = onOlder(['serve'], { PORT: 'no port' })
  expect([wrong.status, wrong.stderr.trim()]).toEqual([2, 'PORT must be a whole number from 0 to 65535.'])
})

test('started by an older Node it passes signals on', async () => {
  const service = startCommand(
    ['serve'],
    { PORT: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'silent' },
    { main: installed.bin, cwd: empty, execArgv: ['--import', older] },
  )
  await service.saying(/Signpost listens on/)
  service.child.kill('SIGINT')
  expect((await service.finished).code).toBe(0)
})

test('messages name the command as the package has it', async () => {
  const { stderr } = await runCommand(['doctor'], {}, { main: installed.bin, cwd: dirname(empty) })
  expect(stderr).not.toContain('npm run')
})

test('the client and the verifier can be imported from it', () => {
  const manifest = JSON.parse(readFileSync(join(installed.home, 'package.json'), 'utf8'))
  for (const { types, default: code } of Object.values(manifest.exports) as { types: string; default: string }[]) {
    expect(installed.files).toEqual(expect.arrayContaining([types.slice(2), code.slice(2)]))
  }
  const script =
    "import { createSignpost } from 'signpost/client'; import { verifySignature } from 'signpost/verify'; console.log(typeof createSignpost, typeof verifySignature)"
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: empty,
    encoding: 'utf8',
  })
  expect(stdout.trim()).toBe('function function')
})

test('a package that was packed without its build fails with a sentence', () => {
  const [source, unpacked] = ['source', 'unpacked'].map((name) => join(installed.folder, name)) as [string, string]
  for (const folder of [source, unpacked]) mkdirSync(folder)
  for (const path of ['package.json', 'bin']) cpSync(join(root, path), join(source, path), { recursive: true })
  spawnSync('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: source })
  const [packed] = globSync('*.tgz', { cwd: source })
  spawnSync('tar', ['-xzf', join(source, packed!), '--strip-components=1', '-C', unpacked])
  const { bin } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'))
  const { status, stderr } = spawnSync(process.execPath, [join(unpacked, bin.signpost), 'serve'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^This package has no build: .*\.\n$/)])
})
