import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { routes } from '../../../src/surfaces/rest/routes.ts'
import { verifySignature } from '../../../src/verifier/verify.ts'
import { dropAfter, dropBefore, hang, startFaultyProxy } from '../../support/faulty-proxy.ts'
import { fencedBlocks } from '../../support/fenced.ts'
import { startReceiver } from '../../support/receiver.ts'
import { freshName, registryOf } from '../../support/registry.ts'
import { forTests } from '../../support/server.ts'
import { startWebhookServer } from '../../support/webhooks.ts'

/*
 * The Python client as somebody has it who installed its wheel, by the Python and the packages of the system. Without them this
 * fails: what is not run shows nothing.
 */

const root = join(import.meta.dirname, '../../..')
const python = '/usr/bin/python3'
const run = promisify(execFile)
const vectors = join(root, 'test/vectors/signatures.json')

// A type checker takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

/** The sources, the wheel in dist/ and the wheel's content in site/. */
let folder: string
const server = forTests(startWebhookServer)
const owner = forTests(() => server.key())
const receiver = forTests(startReceiver)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signpost-python-'))
  await cp(join(root, 'packages/python'), folder, { recursive: true, filter: (path) => !path.includes('__pycache__') })
  await run(python, ['-m', 'build', '--wheel', '--no-isolation'], { cwd: folder })
  const [wheel] = (await readdir(join(folder, 'dist'))).filter((name) => name.endsWith('.whl'))
  await run(python, ['-m', 'zipfile', '-e', join(folder, 'dist', wheel!), join(folder, 'site')])
  await rm(join(folder, 'src'), { recursive: true })
})
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true })
})

/** Runs a module of the client's own tests with the installed wheel. */
async function runTests(name: string, env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: folder, env: { PATH: '/usr/bin:/bin', PYTHONPATH: 'site', ...env } }
  const { stdout, stderr } = await run(python, ['-W', 'error', '-m', 'unittest', `tests.${name}`], options)
  expect(stderr).toMatch(/^Ran [1-9]\d* tests? in .*\n\nOK\n/m)
  return stdout
}

test('the wheel holds the package, its marker of types and its README', async () => {
  const { stdout } = await run(python, ['-c', 'import signpost; print(signpost.__file__, signpost.__version__)'], {
    cwd: folder,
    env: { PYTHONPATH: 'site' },
  })
  expect(stdout).toBe(`${join(folder, 'site/signpost/__init__.py')} 1.0.0\n`)
  const files = await readdir(join(folder, 'site'), { recursive: true })
  expect(files).toContain('signpost/py.typed')
  expect(files.filter((name) => name.includes('tests'))).toEqual([])
  const [metadata] = files.filter((name) => name.endsWith('METADATA'))
  const { stdout: text } = await run('/bin/cat', [join(folder, 'site', metadata!)])
  expect(text).toContain('Requires-Python: >=3.10')
  expect(text).toContain('# The Python client')
})

test('its verifier judges every vector as it says', () => runTests('test_verify', { SIGNATURE_VECTORS: vectors }))

test('every route has a method of both clients, and no method another route', () =>
  runTests('test_routes', {
    SIGNPOST_ROUTES: JSON.stringify(
      routes.map(({ verb, path }) => `${verb} ${path.replace(':id', 'id').replace(':delivery', 'delivery')}`),
    ),
  }))

test('its errors name the address and the cause, and never the key', () => runTests('test_errors'))

test('it works against the service, and verifies what the service signs', async () => {
  const env = { SIGNPOST_URL: server.url, SIGNPOST_KEY: owner.key, SIGNPOST_WEBHOOK: receiver.url }
  const secret = /whsec_\S+/.exec(await runTests('test_service', env))![0]
  const { body, headers } = receiver.arrivals[0]!
  const header = String(headers['service-signature'])
  expect(verifySignature(body, header, secret)).toBeGreaterThan(0)
  const code = 'import signpost, sys; print(signpost.read_event(sys.argv[1], sys.argv[2], sys.argv[3])["type"])'
  const options = { cwd: folder, env: { PYTHONPATH: 'site' } }
  expect((await run(python, ['-c', code, body, header, secret], options)).stdout).toBe('webhook.test\n')
})

test.each(['test_a_write_happens_once', 'test_a_write_happens_once_async'])(
  '%s, under one Idempotency-Key, when its answer is lost',
  async (name) => {
    const proxy = await startFaultyProxy(server.url)
    try {
      proxy.spoil(dropBefore, dropAfter)
      const mark = freshName()
      const env = { SIGNPOST_URL: proxy.url, SIGNPOST_KEY: owner.key, SIGNPOST_NAME: mark }
      await runTests(`test_faults.Faults.${name}`, env)
      expect(proxy.seen).toHaveLength(3)
      expect(new Set(proxy.seen.map(({ key, body }) => `${key} ${body}`)).size).toBe(1)
      const { data } = await registryOf(server, owner).get('/v1/identities?limit=100')
      expect(data.filter((one: { display_name: string }) => one.display_name === mark)).toHaveLength(1)
    } finally {
      await proxy.close()
    }
  },
)

test.each(['test_no_answer_in_time', 'test_no_answer_in_time_async'])('%s is a ServiceTimeoutError', async (name) => {
  const proxy = await startFaultyProxy(server.url)
  try {
    proxy.spoil(hang)
    const env = { SIGNPOST_URL: proxy.url, SIGNPOST_KEY: owner.key, SIGNPOST_NAME: 'none' }
    await runTests(`test_faults.Faults.${name}`, env)
  } finally {
    await proxy.close()
  }
})

test('its types say what the service takes and answers, to a strict checker', async () => {
  await writeFile(
    join(folder, 'use.py'),
    `from signpost import AsyncSignpost, Signpost, read_event, types
client = Signpost(api_key="k", base_url="https://a.example")
made: types.Identity = client.identities.create(type="user")
reveal_type(made["default_privacy_level"])
for event in client.events.list():
    if event["type"] == "alias.created":
        reveal_type(event["data"]["alias"])
async def ask(client: AsyncSignpost) -> str:
    return (await client.resolve(alias="@a"))["identity"]
client.resolve()
client.resolve(alias="@a", type="username", value="a")
client.identities.create(type="robot")
client.identities.list(colour="red")
client.resolve(alias="@a", idempotency_key="k")
client.aliases.create(identity="idn_1", type="telex", value="a")
`,
  )
  const env = { PATH: '/usr/bin:/bin', MYPYPATH: join(folder, 'site') }
  const args = [
    '--strict',
    '--config-file',
    '/dev/null',
    '--python-version',
    '3.10',
    '--hide-error-context',
    '--no-error-summary',
  ]
  const checked = await run('/usr/bin/mypy', [...args, 'use.py'], { cwd: folder, env }).catch((error) => error)
  const lines = String(checked.stdout).trim().split('\n')
  const told = lines
    .filter((line) => / error: | Revealed /.test(line))
    .map((line) => line.replace(/^use\.py:(\d+): (\w+):.*/, '$1 $2'))
  expect(told).toEqual(['4 note', '7 note', '10 error', '11 error', '12 error', '13 error', '14 error', '15 error'])
  expect(lines[0]).toContain("'public'")
  expect(lines[1]).toContain('AliasEventDataAlias')
})

/** Declarations that a page's fragments assume. */
const prelude = `from signpost import Signpost
signpost = Signpost(api_key="spk_test_", base_url="http://127.0.0.1:4000")
raw_body, secret, key = b"", "", ""
`

test('every Python block of the documentation type-checks', async () => {
  const blocks = fencedBlocks().filter(({ language }) => language === 'python')
  const files = await Promise.all(
    blocks.map(async ({ file, line, text }) => {
      const name = `${file.replaceAll(/\W/g, '_')}_${line}.py`
      await writeFile(join(folder, name), /^(?:import|from) /m.test(text) ? text : prelude + text)
      return name
    }),
  )
  expect(files.length).toBeGreaterThan(8)
  const env = { PATH: '/usr/bin:/bin', MYPYPATH: join(folder, 'site') }
  const args = ['--config-file', '/dev/null', '--python-version', '3.10', '--no-error-summary', ...files]
  const checked = await run('/usr/bin/mypy', args, { cwd: folder, env }).catch((error) => error)
  expect(String(checked.stdout).trim()).toBe('')
})
