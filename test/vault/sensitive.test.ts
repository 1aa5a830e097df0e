import { format, inspect } from 'node:util'
import { serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { createLog } from '../../src/kernel/log.ts'
import { Sensitive } from '../../src/vault/secret.ts'

const canary = 'canary-2f8a91'
const secret = new Sensitive(canary)

test('only reveal shows the secret', () => {
  expect(secret.reveal()).toBe(canary)
})

test.each<[string, () => string]>([
  ['a template', () => `${secret}`],
  ['concatenation', () => `${secret as unknown as string}!`],
  ['String', () => String(secret)],
  ['JSON', () => JSON.stringify({ secret, list: [secret] })],
  ['inspect', () => inspect({ deep: { secret } }, { depth: 9, showHidden: true })],
  ['format', () => format('%s %o %O %j', secret, secret, secret, secret)],
  ['an error', () => new Error('x', { cause: secret }).stack + inspect(new Error('x', { cause: secret }))],
  ['its keys and entries', () => JSON.stringify([Object.keys(secret), Object.entries({ ...secret })])],
  ['structuredClone', () => inspect(structuredClone({ secret }))],
  ['serialize', () => serialize({ secret }).toString('latin1')],
  ['a Map', () => inspect(new Map([[secret, secret]]))],
])('%s shows nothing of it', (_, print) => {
  expect(print()).not.toContain('canary')
})

test('the log shows nothing of it at any level', () => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  log.trace({ secret, nested: { secret } }, `with ${secret}`)
  log.error({ error: Object.assign(new Error(canary), { detail: canary, code: '23505' }) }, 'failed')
  expect(lines.join('')).toContain('[redacted]')
  expect(lines.join('')).toContain('"code":"23505"')
  expect(lines.join('')).not.toContain('canary')
})
