import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { serviceSignature } from '../../src/webhooks/signature.ts'
import { findChromium, openChromium } from '../support/chromium.ts'
import { forTests, startTestServer } from '../support/server.ts'

// Compilers, a browser and npm: on a busy machine they take their time.
vi.setConfig({ testTimeout: 90_000 })

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

let key: string
/** A project of somebody who installed the package. */
let folder: string
const server = forTests(startTestServer)
beforeAll(async () => {
  key = (await server.key()).key
  folder = await mkdtemp(join(tmpdir(), 'signpost-client-'))
  const dist = join(folder, 'dist')
  const options = { cwd: root, env: { ...process.env, npm_config_update_notifier: 'false' } }
  await run(process.execPath, ['scripts/build-package.ts', dist], options)
  const { stdout } = await run('npm', ['pack', dist, '--pack-destination', folder], options)
  await rename(join(folder, stdout.trim()), join(folder, 'signpost.tgz'))
  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '../signpost.tgz'], {
    ...options,
    cwd: project,
  })
  folder = project
})
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }))

const example = async (): Promise<string> => {
  const [, text] = /<!-- client example -->\s*```ts\n(.*?)```/s.exec(await readFile(join(root, 'README.md'), 'utf8'))!
  return text!.replace('http://127.0.0.1:4000', server.url)
}

test('the package is small and has no dependencies', async () => {
  const { stdout } = await run('npm', ['ls', '--all', '--json'], { cwd: folder })
  expect(Object.keys(JSON.parse(stdout).dependencies)).toEqual(['@signpost/client'])
  expect(JSON.parse(stdout).dependencies['@signpost/client'].dependencies).toBeUndefined()
  expect((await stat(join(folder, '../signpost.tgz'))).size).toBeLessThan(30_000)
})

test('it can be required, with the same types, and has a README', async () => {
  await writeFile(
    join(folder, 'use.cts'),
    `import client = require('@signpost/client')
import verify = require('@signpost/client/verify')
const signpost = client.createSignpost({ apiKey: process.env.KEY ?? '', baseUrl: '${server.url}' })
signpost.me().then(({ id, scopes }: client.Consumer) => console.log(id, scopes, typeof verify.verifySignature))
signpost.resolve({ alias: '@nobody.here' }).catch((error: unknown) => console.log(error instanceof client.NotFoundError))
// @ts-expect-error a type that does not exist
export const body: client.CreateIdentityBody = { type: 'robot' }
`,
  )
  const compilerOptions = {
    ...{ strict: true, module: 'nodenext', target: 'es2022', lib: ['es2023'], types: ['node'], skipLibCheck: false },
    typeRoots: [join(root, 'node_modules/@types')],
  }
  await writeFile(join(folder, 'tsconfig.cjs.json'), JSON.stringify({ compilerOptions, files: ['use.cts'] }))
  const tsc = await run(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.cjs.json'], { cwd: folder }).catch(
    (error) => error,
  )
  expect(tsc.stdout).toBe('')
  const { stdout } = await run(process.execPath, ['use.cjs'], { cwd: folder, env: { ...process.env, KEY: key } })
  expect(stdout.split('\n').sort().join('\n')).toMatch(/^\napc_\w+ \[ '\*' \] function\ntrue$/)
  const readme = await readFile(join(folder, 'node_modules/@signpost/client/README.md'), 'utf8')
  expect(readme).toMatch(/^# SDKs and tools\n[\s\S]*\n## The TypeScript client\n/)
  expect(readme).not.toMatch(/\]\((?!https:)/)
})

test('the README’s example runs unchanged', async () => {
  await writeFile(join(folder, 'example.js'), await example())
  const { stdout } = await run(process.execPath, ['example.js'], { cwd: folder, env: { ...process.env, KEY: key } })
  expect(stdout).toContain("matched_alias: { type: 'username', value: 'carol' }")
  expect(stdout).toMatch(/alias_not_found req_\w{26}\nalias\.created \d+\nidentity\.created \d+\n$/)
})

test.each([
  ['Node', { lib: ['es2023'], types: ['node'] }, '@signpost/client/verify'],
  ['a browser', { lib: ['es2023', 'dom'], types: [] }, '@signpost/client'],
])('its types resolve for %s, and refuse bodies that the service refuses', async (_, options, from) => {
  await writeFile(
    join(folder, 'use.ts'),
    `import { createSignpost, type Identity, NotFoundError } from '@signpost/client'
import { verifySignature } from '${from}'
const signpost = createSignpost({ apiKey: 'k', baseUrl: 'https://a.example' })
export const made: Identity = await signpost.identities.create({ type: 'user' })
export const level: 'public' | 'unlisted' | 'private' | 'consent_required' = made.default_privacy_level
export const at: number = await verifySignature('body', 't=1,v1=a', 'whsec_a')
for await (const { event_type } of signpost.webhooks.deliveries.list('id', { state: 'pending' })) console.log(event_type)
export const code = (error: unknown) => error instanceof NotFoundError && error.code === 'alias_not_found'
for await (const event of signpost.events.list()) {
  if (event.type === 'alias.created') console.log(event.data.alias.public_id)
  // @ts-expect-error data of another type of event
  if (event.type === 'identity.created') console.log(event.data.alias)
}
await signpost.resolve({ type: 'phone', value: '+1' })
// @ts-expect-error no alias
await signpost.resolve({})
// @ts-expect-error half of an alias
await signpost.resolve({ type: 'phone' })
// @ts-expect-error two aliases
await signpost.resolve({ alias: '@a', type: 'phone', value: '+1' })
// @ts-expect-error no type of alias
await signpost.aliases.create({ identity: 'i', type: 'telex', value: 'a' })
// @ts-expect-error no type of endpoint
if (made.type === 'user' && (await signpost.endpoints.retrieve('id')).type === 'card') console.log(made)
// @ts-expect-error a type that does not exist
await signpost.identities.create({ type: 'robot' })
// @ts-expect-error a filter that does not exist
signpost.identities.list({ colour: 'red' })
// @ts-expect-error a read takes no Idempotency-Key
await signpost.resolve({ alias: '@a' }, { idempotencyKey: 'k' })
`,
  )
  const compilerOptions = {
    ...options,
    typeRoots: [join(root, 'node_modules/@types')],
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    skipLibCheck: false,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
  const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error) => error)
  expect(stdout).toBe('')
})

const executable = findChromium()

describe.skipIf(!executable)('bundled for a browser', () => {
  let code: string
  beforeAll(async () => {
    await writeFile(
      join(folder, 'page.js'),
      "import * as signpost from '@signpost/client'\nglobalThis.signpost = signpost\n",
    )
    const built = await build({
      root: folder,
      logLevel: 'error',
      configFile: false,
      build: { write: false, minify: true, rolldownOptions: { input: join(folder, 'page.js') } },
    })
    code = (built as { output: { code: string }[] }).output[0]!.code
  })

  test('it imports nothing, of Node least of all', () => {
    expect(code.length).toBeLessThan(20_000)
    expect(code).not.toMatch(/node:|\brequire\(|\bBuffer\b|\bprocess\b|\bimport\b/)
  })

  test('it reads, writes, pages, throws and verifies in Chromium', async () => {
    const browser = await openChromium(executable!)
    try {
      const page = await browser.newPage()
      await page.route(`${server.url}/page`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/bundle.js"></script>' }),
      )
      await page.route(`${server.url}/bundle.js`, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: code }),
      )
      await page.goto(`${server.url}/page`)
      await page.waitForFunction('globalThis.signpost')
      const now = Math.floor(Date.now() / 1000)
      const header = serviceSignature('{"ü":1}', ['whsec_other', 'whsec_browser'], now)
      const found = await page.evaluate(
        async ([apiKey, header]) => {
          const { signpost, location } = globalThis as unknown as {
            signpost: typeof import('../../src/client/client.ts')
            location: { origin: string }
          }
          const { createSignpost, NotFoundError, verifySignature } = signpost
          const client = createSignpost({ apiKey: apiKey!, baseUrl: location.origin })
          for (let n = 0; n < 5; n++) await client.identities.create({ type: 'machine' })
          let count = 0
          for await (const { type } of client.identities.list({ limit: 2, type: 'machine' })) count += type ? 1 : 0
          const error = await client.resolve({ alias: '@nobody.here' }).catch((error) => error)
          return {
            count,
            error: [error instanceof NotFoundError, error.name, error.code],
            signed: await verifySignature('{"ü":1}', header, 'whsec_browser'),
            forged: await verifySignature('{"ü":2}', header, 'whsec_browser').catch(({ reason }) => reason),
          }
        },
        [key, header],
      )
      expect(found).toEqual({
        count: 5,
        error: [true, 'NotFoundError', 'alias_not_found'],
        signed: now,
        forged: 'signature_mismatch',
      })
    } finally {
      await browser.close()
    }
  })
})
