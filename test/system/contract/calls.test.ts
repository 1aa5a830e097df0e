import { expect, test } from 'vitest'
import { readSources, type Source } from './floors.ts'

/** The files that may make a call, by how they make it. */
const makers: readonly [RegExp, RegExp][] = [
  [/\bnew RequestContext\(/, /^src\/surfaces\/perform\.ts$/],
  [/\bextends Call\b/, /^src\/surfaces\/request-context\.ts$/],
  [/\bas (?:unknown as |never as )?Call\b/, /^src\/kernel\/call\.ts$/],
  [/\bsystemCall\(/, /^src\/(?:cli\/app|process\/(?:demo|sandbox)|releases\/opener-queue\/handler)\.ts$/],
]

/** Files that make a call and may not. */
const strays = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path, text }) => makers.some(([makes, allowed]) => makes.test(text) && !allowed.test(path)))
    .map(({ path }) => path)

test('a call is made by the gate alone, or without a request by the command line, a job or sample data', () => {
  const sources = readSources()
  expect(strays(sources)).toEqual([])
  for (const [makes, allowed] of makers)
    expect(sources.filter(({ path, text }) => makes.test(text) && allowed.test(path))).not.toHaveLength(0)
})

test.each([
  'new RequestContext(app, received)',
  'class Forged extends Call {}',
  'const call = { caller, requestId } as Call',
  'const call = request as unknown as Call',
  'systemCall(caller, newId())',
])('a seeded maker outside of these files is caught: %s', (text) => {
  expect(strays([{ path: 'src/registry/aliases/service.ts', text }])).toHaveLength(1)
})
