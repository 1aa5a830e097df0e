import { expect, test } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { importsOf, readSources, type Source } from './floors.ts'

const opening = 'src/vault/open-address.ts'
const command = 'src/cli/addresses-opening.ts'
const lazily = 'src/cli/addresses.ts'

const sources = readSources()
const staticImportsOf = ({ path, text }: Source) =>
  importsOf({ path, text: text.replace(/\bimport\s*\(\s*'[^']+'\s*\)/g, '') })

const importersOf = (all: readonly Source[], target: string) =>
  all.filter((source) => importsOf(source).includes(target)).map(({ path }) => path)

/** Everything that any command may load, but for what the `addresses` command loads when it runs. */
function serving(all: readonly Source[]): Set<string> {
  const byPath = new Map(all.map((source) => [source.path, source]))
  const reached = new Set(['src/cli/main.ts'])
  for (const path of reached) {
    const source = byPath.get(path)
    if (!source) continue
    for (const target of path === lazily ? staticImportsOf(source) : importsOf(source)) reached.add(target)
  }
  return reached
}

/** What is wrong with who imports the opening half, a sentence each. */
const violations = (all: readonly Source[]): string[] => [
  ...importersOf(all, opening)
    .filter((path) => path !== command)
    .map((path) => `${path} imports ${opening}`),
  ...importersOf(all, command)
    .filter((path) => path !== lazily)
    .map((path) => `${path} imports ${command}`),
  ...[opening, command].filter((path) => serving(all).has(path)).map((path) => `a server loads ${path}`),
]

test('only the addresses command, when it runs, imports what opens an address', () => {
  expect(importersOf(sources, opening)).toEqual([command])
  expect(serving(sources).size).toBeGreaterThan(150)
  expect(violations(sources)).toEqual([])
})

test.each([
  ['src/registry/x.ts', `import { readPrivateKeyFile } from '../vault/open-address.ts'`],
  ['src/registry/x.ts', `const { makeKeyFile } = await import('../vault/open-address.ts')`],
  ['src/cli/x.ts', `import { rotate } from './addresses-opening.ts'`],
])('a seeded import is caught: %s, %s', (path, text) => {
  expect(violations([...sources, { path, text }])).toHaveLength(1)
})

test('a static import by the addresses command is caught', () => {
  const seeded = sources.map((source) =>
    source.path === lazily
      ? { ...source, text: `import { rotate } from './addresses-opening.ts'\n${source.text}` }
      : source,
  )
  expect(violations(seeded)).toEqual([`a server loads ${opening}`, `a server loads ${command}`])
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
