import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type ErrorCode, errorCatalogue, SignpostError } from '../../../src/kernel/errors.ts'
import { statusOf } from '../../../src/kernel/status.ts'
import { forTests, startTestServer } from '../../support/server.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]
const server = forTests(startTestServer)

test('docs/reference/errors.md has every code with its status, type and message, its cause and what to do, and no other', () => {
  const page = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8')
  const rowOf = (code: ErrorCode) =>
    `| ${statusOf(code)} | \`${errorCatalogue[code].type}\` | [\`${code}\`](#${code}) | \`${code.toUpperCase()}\` | ${errorCatalogue[code].message} |`
  expect(page.match(/^\| \d+ \|.*$/gm)!.toSorted()).toEqual(codes.map(rowOf).toSorted())
  const sections = page.split('\n### ').slice(1)
  const heads = sections.map((section) => section.split('\n\n- **Cause.**')[0])
  expect(heads.toSorted()).toEqual(codes.map((code) => `\`${code}\``).toSorted())
  for (const section of sections) expect(section).toMatch(/\n- \*\*Cause\.\*\* \S.*\n- \*\*What to do\.\*\* \S/)
})

test('the OpenAPI document lists every code with its status and type, and no other', async () => {
  const { body } = await server.send('GET', '/openapi.json')
  const listed = [...body.info.description.matchAll(/^\| `(\w+)` \| (\d+) \| `(\w+)` \|/gm)]
  expect(listed.map(([, code, status, type]) => [code, Number(status), type])).toEqual(
    codes.map((code) => [code, statusOf(code), errorCatalogue[code].type]),
  )
})

test('messages are plain sentences without a value in them', () => {
  for (const code of codes) {
    expect(errorCatalogue[code].message, code).toMatch(/^[A-Z][^{}$%]*\.$/)
    expect(new SignpostError(code, { cause: new Error('canary') }).message).toBe(errorCatalogue[code].message)
  }
})

// Written by hand from the security rules, section 6.
const statuses: Record<number, Partial<Record<string, readonly string[]>>> = {
  401: { authentication_error: ['api_key_missing', 'api_key_invalid', 'api_key_expired', 'api_key_revoked'] },
  403: { permission_error: ['scope_missing', 'consumer_suspended'] },
  404: { not_found_error: ['alias_not_found', 'release_not_found', 'resource_missing', 'route_not_found'] },
  405: { invalid_request_error: ['method_not_allowed'] },
  408: { invalid_request_error: ['request_timeout'] },
  409: {
    conflict_error: [
      'alias_taken',
      'alias_in_cooldown',
      'status_transition_invalid',
      'identity_not_active',
      'alias_released',
      'grant_exists',
      'grant_ended',
      'version_changed',
      'consent_request_closed',
      'roll_in_progress',
      'webhook_disabled',
      'claim_closed',
      'sealing_key_not_usable',
      'challenge_closed',
      'event_too_old',
      'consumer_name_taken',
      'external_reference_taken',
    ],
    idempotency_error: ['idempotency_key_in_use'],
  },
  410: { invalid_request_error: ['cursor_expired'] },
  413: { invalid_request_error: ['body_too_large'] },
  415: { invalid_request_error: ['content_type_unsupported'] },
  422: { idempotency_error: ['idempotency_key_reused'] },
  429: { rate_limit_error: ['rate_limited', 'challenge_limit', 'reset_in_progress'] },
  431: { invalid_request_error: ['headers_too_large'] },
  500: { api_error: ['internal_error', 'decryption_failed'] },
  503: { api_error: ['service_unavailable', 'overloaded', 'shutting_down', 'challenge_sender_missing'] },
}

describe('every code has the status and type of the rules', () => {
  test.each(codes)('%s', (code) => {
    const status = statusOf(code)
    const { type } = errorCatalogue[code]
    if (status === 400) {
      expect(type).toBe('invalid_request_error')
      expect(Object.values(statuses).flatMap((types) => Object.values(types).flat())).not.toContain(code)
    } else {
      expect(statuses[status]?.[type]).toContain(code)
    }
  })

  test('and none of the rules’ is missing', () => {
    const named = Object.values(statuses).flatMap((types) => Object.values(types).flatMap((list) => list ?? []))
    expect(named.filter((code) => !Object.hasOwn(errorCatalogue, code))).toEqual([])
  })
})

test('no code stands in the sources that the catalogue lacks', async () => {
  const root = new URL('../../../src/', import.meta.url).pathname
  const used = new Set<string>()
  for await (const file of glob('**/*.ts', { cwd: root })) {
    const text = readFileSync(root + file, 'utf8')
    for (const [, code] of text.matchAll(/new SignpostError\(\s*'(\w+)'/g)) used.add(code!)
  }
  expect([...used].filter((code) => !Object.hasOwn(errorCatalogue, code))).toEqual([])
  expect(used.size).toBeGreaterThan(20)
})
