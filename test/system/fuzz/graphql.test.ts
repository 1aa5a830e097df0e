import { beforeAll, expect, test } from 'vitest'
import { matchOnce } from '../../../src/consent/requests/store.ts'
import { type ErrorCode, errorCatalogue } from '../../../src/kernel/errors.ts'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { freshNumber } from '../../support/claims.ts'
import { amount, inconclusive, report } from '../../support/judge.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { isStarved } from '../../support/starved.ts'
import { warmUp } from '../../support/warm-up.ts'
import { inLanes, openWire, type Reply } from '../../support/wire.ts'
import { Dice } from './dice.ts'
import { Author, brokenOperation, type Operation } from './graphql-requests.ts'
import { aliasText, type Callers, makeCallers, stockChallenges, stockClaims, stockReleases } from './pool.ts'

const count = amount('FUZZ_GRAPHQL', 700)
const seed = amount('SEED', 20_261_121)

let callers: Callers
const server = forTests(() =>
  startTestServer({
    env: { RESPONSE_STEP_SINGLE_MS: '1', RESPONSE_STEP_BULK_MS: '1', DATABASE_POOL_SIZE: '20' },
    logLevel: 'error',
  }),
)
const wire = forTests(() => openWire(server.url, { connections: 12 }))
beforeAll(async () => {
  await warmUp(server)
  callers = await makeCallers(server)
})

/** Records over REST, where the answers say what they are: the operations then name real ids. */
async function stock(): Promise<void> {
  await stockClaims(server, callers)
  await stockReleases(server, callers)
  await stockChallenges(server, callers)
  for (const pool of callers.pools) {
    const made = async (path: string, body: object) => {
      const { body: record } = await wire.send('POST', path, { key: pool.key, body })
      pool.add(record)
      return record.id as string
    }
    for (let n = 0; n < 8; n++) {
      const identity = await made('/v1/identities', { type: 'user' })
      const value = `stock-${'abcdefgh'[n]}${pool.key.slice(-6).replace(/[^a-z]/g, 'z')}`
      await made('/v1/aliases', { identity, type: 'username', value, privacy_level: 'public' })
      const number = await made('/v1/aliases', { identity, type: 'phone', value: aliasText('phone', new Dice(n)) })
      const address = await made('/v1/aliases', { identity, type: 'email', value: aliasText('email', new Dice(n)) })
      await made('/v1/claims', { identity, type: 'phone', value: freshNumber(), kind: 'ownership' })
      await made(`/v1/aliases/${number}/challenges`, { method: 'sms_code' })
      await made(`/v1/aliases/${address}/challenges`, { method: 'email_code' })
      await made('/v1/endpoints', { identity, type: 'mobile_money', address: '+254712345678' })
      if (n % 2) await made('/v1/consent_grants', { identity, consumer: pool.consumer, covers: { all: true } })
      await made('/v1/api_keys', { scopes: ['resolve'] })
      await made('/v1/consent_requests', { type: 'username', value })
      if (n > 3) continue
      const webhook = await made('/v1/webhooks', {
        url: 'https://127.0.0.1:8443/',
        enabled_events: ['webhook.disabled'],
      })
      await made(`/v1/webhooks/${webhook}/test`, {})
    }
    const { body: events } = await wire.send('GET', '/v1/events?limit=20', { key: pool.key })
    for (const event of events.data) pool.add(event)
  }
  await matchOnce(server.app.db, 500)
}

const tally = (map: Map<string, number>, name: string) => map.set(name, (map.get(name) ?? 0) + 1)
const listed = (map: Map<string, number>) =>
  [...map]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, times]) => `${name} ${times}`)
    .join(' · ')

function problemOf({ query, variables, broken }: Operation, { status, text, body, headers }: Reply): string | null {
  const at = `${query.slice(0, 200)} ${JSON.stringify(variables).slice(0, 200)} (${broken ?? 'valid'}): ${status} ${text.slice(0, 500)}`
  if (status >= 500) return `a 5xx: ${at}`
  if (![200, 400, 401, 413].includes(status)) return `status ${status}: ${at}`
  if (!/^req_[0-9a-z]{26}$/.test(String(headers['request-id']))) return `no Request-Id: ${at}`
  if (body?.data === undefined && !Array.isArray(body?.errors)) return `neither data nor errors: ${at}`
  for (const { message, extensions } of body.errors ?? []) {
    const code = String(extensions?.code).toLowerCase()
    const isOurs = Object.hasOwn(errorCatalogue, code) && errorCatalogue[code as ErrorCode].type === extensions.type
    if (!isOurs || typeof message !== 'string' || !/^req_/.test(String(extensions.requestId)))
      return `not our error: ${at}`
    if (errorCatalogue[code as ErrorCode].type === 'api_error' && !isStarved(code)) return `an error of ours: ${at}`
    const shown = ['code', 'type', 'param', 'requestId', 'docUrl']
    if (code === 'alias_taken' || code === 'grant_exists') shown.push('existing')
    if (Object.keys(extensions).some((name) => !shown.includes(name))) return `shows more: ${at}`
  }
  return null
}

/** Erases a closed identity, with its id given twice: the SDL states neither rule. */
async function erasure(): Promise<Operation> {
  const { key } = callers.pools[0]!
  const { body } = await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })
  await server.send('PATCH', `/v1/identities/${body.id}`, { key, body: { status: 'closed' } })
  const query = 'mutation ($id: ID!, $confirm: ID!) { eraseIdentity(id: $id, confirm: $confirm) { erasing } }'
  return { root: 'Mutation.eraseIdentity', query, variables: { id: body.id, confirm: body.id }, key, broken: null }
}

test(`${count} operations made of the SDL are answered with data or with errors of the catalogue`, {
  timeout: 3_600_000,
}, async (context) => {
  await stock()
  const dice = new Dice(seed)
  const author = new Author(createSchema())
  const statuses = new Map<string, number>()
  const codes = new Map<string, number>()
  const roots = new Map<string, number>()
  const clean = new Map<string, number>()
  const problems: string[] = []
  const perform = async (operation: Operation) => {
    const { query, variables, key } = operation
    const reply = await wire.send('POST', '/graphql', { ...(key === null ? {} : { key }), body: { query, variables } })
    tally(statuses, String(reply.status))
    tally(roots, operation.root)
    const errors: { extensions?: { code?: string } }[] = reply.body?.errors ?? []
    for (const { extensions } of errors) tally(codes, String(extensions?.code).toLowerCase())
    if (reply.status === 200 && errors.length === 0) tally(clean, operation.root)
    const problem = problemOf(operation, reply)
    if (problem) problems.push(problem)
  }
  // Six of each; more of one that draws only records that others have removed.
  const sixOf = async (root: Author['roots'][number]) => {
    for (let n = 0; n < 6 || (n < 30 && !clean.has(`${root.type.name}.${root.field.name}`)); n++)
      await perform(author.valid(dice, callers, root))
  }
  for (const root of author.drawn) await sixOf(root)
  await inLanes(Array.from({ length: Math.max(1, count - author.roots.length * 6) }), 10, () =>
    perform(dice.chance(0.7) ? author.valid(dice, callers) : brokenOperation(author, dice, callers)),
  )
  await perform(await erasure())
  for (const root of author.roots.filter((one) => !author.drawn.includes(one))) await sixOf(root)
  const total = [...statuses.values()].reduce((sum, times) => sum + times, 0)
  const share = [...clean.values()].reduce((sum, times) => sum + times, 0) / total
  report(
    `fuzz GraphQL: ${total} operations, seed ${seed}, ${((100 * (statuses.get('200') ?? 0)) / total).toFixed(1)} % answered 2xx, ${(share * 100).toFixed(1)} % without an error`,
  )
  report(`fuzz GraphQL, status: ${listed(statuses)}`)
  report(`fuzz GraphQL, code: ${listed(codes)}`)
  report(`fuzz GraphQL, root field: ${listed(roots)}`)
  expect([...new Set(problems)].slice(0, 20)).toEqual([])
  expect(share).toBeGreaterThanOrEqual(0.4)
  expect(
    author.roots.map(({ type, field }) => `${type.name}.${field.name}`).filter((root) => !clean.has(root)),
  ).toEqual([])
  for (const code of [
    'graphql_invalid',
    'graphql_too_complex',
    'api_key_missing',
    'scope_missing',
    'resource_missing',
  ]) {
    expect([...codes.keys()]).toContain(code)
  }
  const starved = [...codes].reduce((sum, [code, times]) => sum + (isStarved(code) ? times : 0), 0)
  if (starved > 0) inconclusive(context, `${starved} requests waited over a second for a connection of the database`)
  expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([])
})
