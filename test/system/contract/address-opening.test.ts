import { expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { importsOf, readSources, type Source } from './floors.ts'

const opening = 'src/vault/open-address.ts'
const commands = ['src/cli/operate/addresses.ts', 'src/cli/operate/opener.ts']
const lazily = ['src/cli/commands/sealing.ts', 'src/cli/commands/run.ts']

const sources = readSources()
const staticImportsOf = ({ path, text }: Source) =>
  importsOf({ path, text: text.replace(/\bimport\s*\(\s*'[^']+'\s*\)/g, '') })

const importersOf = (all: readonly Source[], target: string) =>
  all.filter((source) => importsOf(source).includes(target)).map(({ path }) => path)

/** Everything that any command may load, but for what `addresses` and `opener` load when they run. */
function serving(all: readonly Source[]): Set<string> {
  const byPath = new Map(all.map((source) => [source.path, source]))
  const reached = new Set(['src/cli/main.ts'])
  for (const path of reached) {
    const source = byPath.get(path)
    if (!source) continue
    for (const target of lazily.includes(path) ? staticImportsOf(source) : importsOf(source)) reached.add(target)
  }
  return reached
}

/** Returns the forbidden imports of the opening half, a sentence each. */
const violations = (all: readonly Source[]): string[] => [
  ...importersOf(all, opening)
    .filter((path) => !commands.includes(path))
    .map((path) => `${path} imports ${opening}`),
  ...commands.flatMap((command, n) =>
    importersOf(all, command)
      .filter((path) => path !== lazily[n])
      .map((path) => `${path} imports ${command}`),
  ),
  ...[opening, ...commands].filter((path) => serving(all).has(path)).map((path) => `a server loads ${path}`),
]

test('only the commands addresses and opener, when they run, import the code that opens addresses', () => {
  expect(importersOf(sources, opening)).toEqual(commands)
  expect(serving(sources).size).toBeGreaterThan(150)
  expect(violations(sources)).toEqual([])
})

test.each([
  ['src/registry/x.ts', `import { readPrivateKeyFile } from '../vault/open-address.ts'`],
  ['src/registry/x.ts', `const { makeKeyFile } = await import('../vault/open-address.ts')`],
  ['src/cli/x.ts', `import { rotate } from './operate/addresses.ts'`],
  ['src/process/compose/opener.ts', `import type { AddressKeyPair } from '../../vault/open-address.ts'`],
  ['src/cli/x.ts', `const { run } = await import('./operate/opener.ts')`],
])('a seeded import is caught: %s, %s', (path, text) => {
  expect(violations([...sources, { path, text }])).toHaveLength(1)
})

test.each([
  [0, 'rotate'],
  [1, 'run'],
])('a static import by the command is caught: %s', (n, name) => {
  const seeded = sources.map((source) =>
    source.path === lazily[n]
      ? { ...source, text: `import { ${name} } from '${commands[n]!.replace('src/cli', '..')}'\n${source.text}` }
      : source,
  )
  expect(violations(seeded)).toEqual([`a server loads ${opening}`, `a server loads ${commands[n]}`])
})

test('the configuration has no place for a private key', () => {
  const asked: string[] = []
  readConfig(
    new Proxy({} as Record<string, string>, {
      get: (_, name) => {
        asked.push(String(name))
        return undefined
      },
    }),
  )
  expect(asked).toContain('ADDRESS_PUBLIC_KEY')
  expect(asked.filter((name) => /PRIVATE|ADDRESS/.test(name))).toEqual([
    'ADDRESS_PUBLIC_KEY',
    'ADDRESS_PUBLIC_KEY_FILE',
  ])
})
