import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { invocation } from '../../src/cli/terminal.ts'
import { version } from '../../src/kernel/version.ts'
import { nodeOptionsOf } from '../support/service-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const final = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

test('the image has signpost on PATH, an executable link to the command line, made before the user is set', () => {
  const made = final.indexOf('RUN chmod 755 src/cli/main.ts && ln -s /app/src/cli/main.ts /usr/local/bin/signpost')
  expect(made).toBeGreaterThan(final.indexOf('COPY src ./src'))
  expect(made).toBeLessThan(final.indexOf('USER 1000'))
  expect(final).toContain('WORKDIR /app')
})

test('the image gives Node the options of npm start', () => {
  const options = nodeOptionsOf().map((option) => `"${option}", `)
  expect(final).toContain(`ENTRYPOINT ["node", ${options.join('')}"src/cli/main.ts"]`)
})

test('such a link runs from any folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-link-'))
  const link = join(folder, 'signpost')
  symlinkSync(join(root, 'src/cli/main.ts'), link)
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const { status, stdout } = spawnSync(process.execPath, [link, '--version'], { cwd: folder, env, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect([status, stdout.trim()]).toEqual([0, version])
  expect(readFileSync(join(root, 'src/cli/main.ts'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
})

test('messages name the command that works where they are printed', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(dockerfile).toContain('npm ci --omit=dev --omit=optional')
  expect(Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'))).toHaveLength(5)
  expect(Object.keys(dependencies)).not.toContain('node')
  expect([invocation(), invocation(false)]).toEqual(['npm run -s signpost --', 'signpost'])
  for (const file of ['serve', 'doctor/doctor']) {
    expect(readFileSync(join(root, `src/cli/operate/${file}.ts`), 'utf8')).not.toContain('npm run')
  }
})
