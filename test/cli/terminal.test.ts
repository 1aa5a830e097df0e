import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLog, createServiceLog, prettyLine } from '../../src/kernel/log.ts'
import { readConnectionFile } from '../../src/postgres/connection.ts'
import { startCommand } from '../support/command.ts'
import { folderForTests } from '../support/folder.ts'

const folder = folderForTests('terminal')

const answers = (port: number): Promise<boolean> =>
  new Promise((settle) => {
    const socket = connect(port, '127.0.0.1', () => settle(true))
    socket.once('error', () => settle(false)).once('close', () => settle(false))
    socket.once('connect', () => socket.destroy())
  })

test('what listen is sent reaches the terminal without control characters', { timeout: 120_000 }, async () => {
  const listening = startCommand(['listen', '--port', '0'])
  const [, url] = await listening.saying(/Listening on (\S+\d)\./)
  await fetch(url!, { method: 'POST', body: '{"a":"\u001b]0;owned\u0007\u202e"}' })
  await listening.saying(/\{"a":"\?\]0;owned\?\?"\}/)
  listening.child.kill('SIGTERM')
  await listening.finished
})

describe('a terminal that is closed', { timeout: 120_000 }, () => {
  test('stops the service and its embedded PostgreSQL in order', async () => {
    const dataDir = join(folder, 'data')
    const env = { DATA_DIR: dataDir, PORT: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'silent' }
    const service = startCommand(['serve'], env)
    await service.saying(/listens on/)
    const { port } = (await readConnectionFile(dataDir))!
    expect(await answers(port)).toBe(true)
    // The output is closed, as behind a terminal that is gone, and the shell signals its group twice.
    service.child.stdout!.destroy()
    service.child.stderr!.destroy()
    service.child.kill('SIGHUP')
    service.child.kill('SIGHUP')
    expect((await service.finished).code).toBe(0)
    expect(await answers(port)).toBe(false)
    expect(await readConnectionFile(dataDir)).not.toHaveProperty('pid')
  })
})

describe('the log', () => {
  const written = (settings: Parameters<typeof createServiceLog>[0], isTTY: boolean): string => {
    const lines: string[] = []
    const log = createServiceLog(settings, { isTTY, write: (line) => lines.push(line) })
    log.warn({ route: '/v1/resolve', status: 503 }, 'overloaded')
    return lines.join('')
  }

  test.each([
    ['auto', true, 'pretty'],
    ['auto', false, 'json'],
    ['json', true, 'json'],
    ['pretty', false, 'pretty'],
  ] as const)('LOG_FORMAT=%s, on a terminal: %s, is %s', (logFormat, isTTY, kind) => {
    const line = written({ logLevel: 'info', logFormat }, isTTY)
    if (kind === 'json') expect(JSON.parse(line)).toMatchObject({ level: 40, msg: 'overloaded', status: 503 })
    else expect(line).toMatch(/^\d\d:\d\d:\d\d WARN {2}overloaded {2}route=\/v1\/resolve {2}status=503\n$/)
  })

  const canary = 'canary-4c1f'
  const withholding: [string, object][] = [
    ...['authorization', 'address', 'secret', 'key', 'password', 'value', 'skeleton'].map((field): [string, object] => [
      field,
      { nested: { [field]: canary } },
    ]),
    ['headers', { headers: { cookie: canary } }],
    ['an error', { error: Object.assign(new Error(canary), { detail: canary, code: '23505' }) }],
    ['a thrown text', { error: canary }],
  ]
  test.each(withholding)('the readable log redacts the same fields as JSON: %s', (_, facts) => {
    const lines: string[] = []
    createLog('info', { write: (line) => lines.push(line) }).info(facts, 'said')
    const json = lines.join('')
    const out: string[] = []
    const settings = { logLevel: 'info', logFormat: 'pretty' } as const
    createServiceLog(settings, { write: (line) => out.push(line) }).info(facts, 'said')
    expect(json).not.toContain(canary)
    expect(out.join('')).toContain('said')
    expect(out.join('')).not.toContain(canary)
  })

  test('an error of a connection names its host and port', () => {
    const out: string[] = []
    const error = Object.assign(new Error('connect'), {
      syscall: 'connect',
      code: 'ECONNREFUSED',
      address: '::1',
      port: 1,
    })
    createServiceLog({ logLevel: 'info', logFormat: 'pretty' }, { write: (line) => out.push(line) }).warn(
      { error },
      'x',
    )
    expect(out.join('')).toContain('Error ECONNREFUSED ::1:1')
  })

  test('nothing in it moves the cursor of a terminal or adds a line', () => {
    const wild = 'a\u001b[2Jb\nc\u202ed\u2028e'
    const line = prettyLine(JSON.stringify({ level: 30, time: 0, msg: wild, [wild]: wild, list: [wild] }))
    expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    expect(prettyLine('no JSON\u001b')).toBe('no JSON?\n')
  })
})
