import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { startWarnings } from '../../src/process/starting.ts'
import { readRepo } from '../system/contract/observing.ts'

const production = { NODE_ENV: 'production' }

test.each<[string, Record<string, string>, RegExp[]]>([
  ['development', {}, []],
  ['production without a proxy', production, [/^TRUST_PROXY is empty.+ name the network of the proxy in it$/]],
  ['production behind a proxy', { ...production, TRUST_PROXY: '10.0.0.0/8' }, []],
  ['no limits', { RATE_LIMITS: 'off' }, [/^RATE_LIMITS=off/]],
])('%s is warned of what may be a slip, once each', (_, env, expected) => {
  const warnings = startWarnings(readConfig(env))
  expect(warnings).toHaveLength(expected.length)
  for (const [index, pattern] of expected.entries()) expect(warnings[index]).toMatch(pattern)
})

test('serve prints all start warnings together', () => {
  const source = readRepo('src/cli/operate/serve.ts')
  expect(source.split('startWarnings(').length - 1).toBe(1)
  expect(source).not.toContain('RATE_LIMITS')
})
