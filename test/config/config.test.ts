import { describe, expect, test } from 'vitest'
import { startFailure } from '../../src/cli/failure.ts'
import { findMisspelt, readConfig, settingsInForce, variables } from '../../src/config/config.ts'
import { startWarnings } from '../../src/process/starting.ts'

describe('a variable that is misspelt', () => {
  test.each(['LOG_LEVL', 'DATABASE_POOLSIZE', 'WEBHOOK_WORKERS', 'PROT', 'log_level'])('%s is a warning', (name) => {
    expect(startWarnings(readConfig({ [name]: 'x' }))).toEqual([
      expect.stringMatching(new RegExp(`^${name} is no setting`)),
    ])
  })

  test.each(['REQUIRE_PROF', 'RATE_LIMTS', 'TRUST_PROXYS', 'ADDRESS_PUBLICKEY', 'WEBHOOK_ALLOW_CIDR', 'NODE_EVN'])(
    '%s stops the start: security depends on the one that is meant',
    (name) => {
      expect(() => readConfig({ [name]: 'canary' })).toThrow(
        new RegExp(`^${name} is no setting: do you mean [A-Z_]+\\?`),
      )
      expect(() => readConfig({ [name]: 'canary' })).not.toThrow(/canary/)
      expect(() => readConfig({ [name]: '' })).not.toThrow()
    },
  )

  test.each(['HOME', 'PATH', 'LANG', 'SHELL', 'LOGNAME', 'SMTP_PORT', 'XDG_CACHE_HOME', 'SIGNPOST_SERVICE_PORT'])(
    '%s is no misspelling',
    (name) => expect(findMisspelt({ [name]: 'x' })).toEqual([]),
  )

  test('every variable but a short one is found with one letter more, less or swapped', () => {
    const long = Object.keys(variables).filter((name) => name.length > 4)
    const slipped = long.flatMap((name) => [`${name}S`, name.slice(0, -1), name.replace(/(.)(.)$/, '$2$1')])
    const unknown = slipped.filter((name) => !Object.hasOwn(variables, name))
    expect(unknown.filter((name) => findMisspelt({ [name]: 'x' }).length === 0)).toEqual([])
  })
})

test('an empty variable is unset', () => {
  const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
})

test('a name of 0.1 is refused with the one that takes its place', () => {
  expect(() => readConfig({ DATABASE_PATIENCE_MS: '1' })).toThrow('DATABASE_PATIENCE_MS is now DATABASE_TIMEOUT_MS.')
  expect(() => readConfig({ RELEASE_FLOOR_SINGLE_MS: '1' })).toThrow('RESPONSE_STEP_SINGLE_MS')
})

test('the settings in force show where each comes from, and no secret', () => {
  const secrets = Object.keys(variables).filter((name) => variables[name]!.isSecret)
  const settings = settingsInForce({ PORT: '5000', ...Object.fromEntries(secrets.map((name) => [name, 'canary'])) })
  const of = (name: string) => settings.find((setting) => setting.name === name)
  expect(of('PORT')).toEqual({ name: 'PORT', value: '5000', from: 'environment' })
  expect(of('HOST')).toEqual({ name: 'HOST', value: '127.0.0.1', from: 'default' })
  expect(of('DATABASE_URL')).toEqual({ name: 'DATABASE_URL', value: 'set', from: 'environment' })
  expect(of('REQUIRE_PROOF')).toEqual({ name: 'REQUIRE_PROOF', value: null, from: 'default' })
  expect(JSON.stringify(settings)).not.toContain('canary')
  expect(secrets.length).toBeGreaterThan(10)
})

describe('a start that fails', () => {
  const said = (error: object) =>
    startFailure(Object.assign(new Error('canary'), error), { host: '::', port: 1 }).message

  test('names host, port and the system error of the database', () => {
    expect(said({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db.invalid' })).toMatch(
      /^The database at db\.invalid does not answer \(ENOTFOUND\)/,
    )
    expect(said({ code: 'ECONNREFUSED', syscall: 'connect', address: '192.0.2.1', port: 5433 })).toMatch(
      /^The database at 192\.0\.2\.1:5433 does not answer \(ECONNREFUSED\)/,
    )
  })

  test('names a disk that is full, the one of the database and that of the embedded one', () => {
    expect(said({ code: '53100' })).toContain('No space left on device')
    const embedded = new Error('PostgreSQL did not start: pg_ctl\nFATAL: x: No space left on device')
    expect(startFailure(embedded, { host: '', port: 0 }).message).toBe(
      'PostgreSQL did not start: pg_ctl (No space left on device)',
    )
  })
})
