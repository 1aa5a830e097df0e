import { type AuditResult, serverAudits } from 'graphql-http'
import { expect, test } from 'vitest'
import { registryForTests } from '../../support/registry.ts'

const { server, owner } = registryForTests()

const withKey: typeof fetch = (input, init = {}) => {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${owner.key}`)
  return fetch(input, { ...init, headers })
}

test('the GraphQL-over-HTTP audits find no error', async () => {
  const audits = serverAudits({ url: `${server.url}/graphql`, fetchFn: withKey })
  const results: AuditResult[] = []
  for (const { fn } of audits) results.push(await fn())
  const count = (status: AuditResult['status']) => results.filter((result) => result.status === status).length
  console.info(
    `GraphQL over HTTP: ${results.length} audits, ${count('ok')} ok, ${count('notice')} notices, ${count('warn')} warnings, ${count('error')} errors`,
  )
  expect(count('error')).toBe(0)
  // A request that was not executed answers 400 for application/json too, as on REST; the audits expect 200.
  const failed = results.filter(({ status }) => status !== 'ok')
  expect(failed.map(({ id, status }) => [id, status])).toEqual([
    ['572B', 'warn'],
    ['FDE2', 'warn'],
    ['7B9B', 'warn'],
  ])
})
