import { describe, expect, test } from 'vitest'
import { startFailure } from '../../src/cli/failure.ts'
import { readConfig } from '../../src/config/config.ts'
import { startWarnings } from '../../src/process/starting.ts'

const sharing = {
  REUSE_PORT: 'on',
  PROCESSES: '4',
  PROCESS_INDEX: '3',
  DATABASE_URL: 'postgres://signpost@127.0.0.1:5432/signpost',
  RATE_LIMIT_STORE: 'postgres',
}

describe('REUSE_PORT=on', () => {
  test.each<[string, Record<string, string>, string]>([
    ['the memory quota store', { RATE_LIMIT_STORE: '' }, 'REUSE_PORT=on needs a shared quota store: '],
    ['the embedded PostgreSQL', { DATABASE_URL: '' }, 'REUSE_PORT=on needs DATABASE_URL: '],
    ['a number of processes that nobody gave', { PROCESSES: '' }, 'REUSE_PORT=on needs PROCESSES, '],
    ['an index that nobody gave', { PROCESS_INDEX: '' }, 'REUSE_PORT=on needs PROCESSES, '],
    ['an index outside of the processes', { PROCESS_INDEX: '4' }, 'PROCESS_INDEX must be a whole number from 0 to 3.'],
    ['the role resolver', { ROLE: 'resolver' }, 'REUSE_PORT=on needs ROLE=all: '],
    ['the role control', { ROLE: 'control' }, 'REUSE_PORT=on needs ROLE=all: '],
  ])('refuses %s with a sentence', (_, env, sentence) => {
    expect(() => readConfig({ ...sharing, ...env })).toThrow(sentence)
  })

  test('refuses a role of the command line like one of the environment', () => {
    expect(() => readConfig(sharing, { role: 'resolver' })).toThrow('REUSE_PORT=on needs ROLE=all: ')
  })

  test('is refused with a sentence by a system that has no such option', () => {
    const refusal = Object.assign(new Error('listen ENOTSUP'), { code: 'ENOTSUP', syscall: 'listen' })
    expect(startFailure(refusal, { host: '127.0.0.1', port: 4000 }).message).toMatch(/^REUSE_PORT=on is not supported /)
  })

  test('warns that METRICS_TOKEN shows any one process', () => {
    const warnings = (env: object) => startWarnings(readConfig({ ...sharing, ...env })).join()
    expect(warnings({ METRICS_TOKEN: 'x'.repeat(16) })).toContain('METRICS_TOKEN')
    expect(warnings({ METRICS_PORT: '9100' })).not.toContain('METRICS_TOKEN')
  })
})

test('process 0 alone has an admin interface, and each process has its own metrics port', () => {
  const admin = { ADMIN_PORT: '4001', ADMIN_TOKEN_FILE: '/run/token', METRICS_PORT: '9100' }
  const read = (index: number) => readConfig({ ...sharing, ...admin, PROCESS_INDEX: String(index) })
  expect([0, 1, 3].map((index) => read(index).admin?.port)).toEqual([4001, undefined, undefined])
  expect([0, 1, 3].map((index) => read(index).metrics.port)).toEqual([9100, 9101, 9103])
  expect(readConfig({ ...sharing, METRICS_PORT: '0' }).metrics.port).toBe(0)
  expect(() => readConfig({ ...sharing, METRICS_PORT: '65533' })).toThrow('METRICS_PORT must be a whole number ')
})

test('WORKERS is refused with a sentence that names its replacement', () => {
  for (const WORKERS of ['1', '2', 'auto']) {
    expect(() => readConfig({ WORKERS })).toThrow(
      /^WORKERS is no longer supported: .*REUSE_PORT=on, PROCESSES=n, PROCESS_INDEX/,
    )
  }
  expect(readConfig({ WORKERS: '' })).toMatchObject({ reusePort: false, processes: 1, processIndex: 0 })
})
