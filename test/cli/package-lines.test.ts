import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { documents, fencedBlocks } from '../support/fenced.ts'
import { folderForTests } from '../support/folder.ts'
import { startNpmRegistry } from '../support/npm-registry.ts'

// Compilers, and an installation from a registry: they take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

const root = join(import.meta.dirname, '../..')
const scratch = folderForTests('lines')
/** A clone whose packages are those of this one. */
const clone = join(scratch, 'clone')
let registry: Awaited<ReturnType<typeof startNpmRegistry>>
beforeAll(async () => {
  registry = await startNpmRegistry(root)
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    maxBuffer: 2 ** 26,
  })
  for (const file of stdout.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    cpSync(join(root, file), join(clone, file))
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
})
afterAll(() => registry.close())

const environment = () => ({
  PATH: process.env.PATH ?? '',
  HOME: scratch,
  PORT: '0',
  DRAIN_SECONDS: '0',
  npm_config_registry: registry.url,
  npm_config_update_notifier: 'false',
})

/** The page's block with a command, as it is printed: CI has run `npm ci`, and the folders are the test's own. */
const printed = (file: string, command: string): string =>
  fencedBlocks()
    .find((block) => block.file === file && block.text.includes(command))!
    .text.replaceAll('npm ci && ', '')
    .replaceAll('/tmp/try', join(scratch, 'try'))

function start(script: string, cwd: string) {
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd, env: environment(), detached: true })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const until = async (pattern: RegExp) => {
    let isOver = false
    void ended.then(() => (isOver = true))
    while (!pattern.test(said)) {
      if (isOver) throw new Error(`It ended before it said ${pattern}: ${said}`)
      await Promise.race([ended, once(child.stdout, 'data'), once(child.stderr, 'data')])
    }
  }
  const stop = () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM')
  }
  return { ended, until, said: () => said, stop }
}

/** The commands for npm's packages, which the tests below run, or why not. */
const lines: Readonly<Record<string, string>> = {
  'npm pack': 'run',
  'npm ci && npm pack': 'run; CI has run npm ci',
  'npm run build:package && npm pack ./dist': 'run',
  'npx --yes ./signpost-1.0.0.tgz serve': 'run',
  'MIKRO_ORM_CLI_PREFER_TS=1 npx mikro-orm migration:create': 'drafts a migration in the clone of a contributor',
}

test('every line of npx and npm pack that the docs print is one that is run here', () => {
  const spans = documents().flatMap(({ page }) =>
    [...page.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, code]) => code!),
  )
  const commands = fencedBlocks().flatMap(({ language, text }) => (language === 'sh' ? text.split('\n') : []))
  const found = [...spans, ...commands]
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => /(?:^|\s)(?:npx|npm pack)(?:\s|$)/.test(line))
  expect([...new Set(found)].sort()).toEqual(Object.keys(lines).sort())
})

test('the lines of docs/how-to/sdks.md make a package that an application can have beside the service', async () => {
  const { ended, said } = start(printed('docs/how-to/sdks.md', 'npm pack ./dist'), clone)
  expect(await ended, said()).toBe(0)
  expect(readdirSync(clone)).toContain('signpost-client-1.0.0.tgz')
  const project = join(scratch, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }')
  const install = `cp ${clone}/signpost-client-1.0.0.tgz . && npm install --no-audit --no-fund ./signpost-client-1.0.0.tgz`
  const use = `node -e "import('@signpost/client').then(({ createSignpost }) => console.log(typeof createSignpost))"`
  const used = start(`${install} && ${use}`, project)
  expect(await used.ended, used.said()).toBe(0)
  expect(used.said()).toContain('function')
})

test('the lines of docs/how-to/install.md serve from the package of the service', async () => {
  const service = start(printed('docs/how-to/install.md', 'npx '), clone)
  try {
    await service.until(/Signpost listens on http/)
    expect(readdirSync(clone)).toContain('signpost-1.0.0.tgz')
  } finally {
    service.stop()
    await service.ended
  }
})
