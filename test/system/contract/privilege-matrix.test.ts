import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findConsentRequests, lockIncoming } from '../../../src/consent/requests/store.ts'
import { decodeId } from '../../../src/kernel/id.ts'
import { scopes } from '../../../src/kernel/scopes.ts'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { RequestContext } from '../../../src/surfaces/request-context.ts'
import { routes } from '../../../src/surfaces/rest/routes.ts'
import { report } from '../../support/judge.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { inLanes, openWire } from '../../support/wire.ts'
import {
  type Cell,
  cellsOf,
  type Extent,
  expectationOf,
  isChange,
  type Judged,
  nameOf,
  tryCell,
} from './privilege-cells.ts'
import { allScopes, type Case, matrix } from './privilege-matrix.ts'
import { makeWorld, people, type World } from './privilege-world.ts'

const extent = (process.env.MATRIX ?? 'slice') as Extent

let world: World
const server = forTests(() =>
  startTestServer({
    env: { RESPONSE_STEP_SINGLE_MS: '1', RESPONSE_STEP_BULK_MS: '1', DISCLOSURE_RECORDS_SYNC: 'on' },
    logLevel: 'error',
  }),
)
const wire = forTests(() => openWire(server.url))
beforeAll(async () => {
  world = await makeWorld(server, wire)
})

const listed = new Set(matrix.map(({ at }) => at))

describe('the table is complete', () => {
  test('every route of the REST table is in it', () => {
    expect(routes.map(({ verb, path }) => `${verb} ${path}`).filter((route) => !listed.has(route))).toEqual([])
  })

  test('every root field of the schema is in it, and every entity', () => {
    const schema = createSchema()
    const fields = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
      Object.keys(type.getFields()).map((field) => `${type.name}.${field}`),
    )
    const entities = Object.values(schema.getTypeMap())
      .filter(({ astNode }) =>
        // Entities with `resolvable: false` are for others to extend, without a look-up here.
        astNode?.directives?.some(({ name, arguments: given }) => name.value === 'key' && given?.length === 1),
      )
      .map(({ name }) => `entity ${name}`)
    expect(entities.length).toBeGreaterThan(3)
    const wanted = [...fields, ...entities].filter((field) => field !== 'Query._entities')
    expect(wanted.filter((field) => !listed.has(field))).toEqual([])
  })

  test('it lists nothing that is not there, and every scope', () => {
    const pages = ['GET /healthz', 'GET /readyz', 'GET /openapi.json', 'GET /schema.graphql']
    pages.push('GET /.well-known/signpost-jwks.json')
    const known = new Set([...routes.map(({ verb, path }) => `${verb} ${path}`), ...pages])
    expect([...listed].filter((at) => / \//.test(at) && !known.has(at))).toEqual([])
    expect(Object.keys(scopes).sort()).toEqual([...allScopes].sort())
  })
})

const summary = { cells: 0, done: 0, refused: 0, hidden: 0 }
afterAll(() => {
  const { cells, done, refused, hidden } = summary
  report(
    `privilege matrix (${extent}): ${cells} cells over ${listed.size} operations, each a request: ` +
      `${done} done, ${refused} refused, ${hidden} null`,
  )
})

describe('nested lists filter by owner themselves, for any parent', () => {
  const lists = ['aliases', 'endpoints', 'consentGrants', 'disclosures', 'payeeNames'] as const
  const page = { limit: 10, direction: 'after', cursor: null } as const

  test.for(lists)("%s of another's identity, or of the other environment, are none", async (name) => {
    for (const recordLive of [false, true]) {
      const { identity } = world.records('owner', recordLive)
      for (const [person, livemode] of [
        ['owner', recordLive],
        ['owner', !recordLive],
        ['stranger', recordLive],
        ['stranger', !recordLive],
      ] as const) {
        const key = await world.key(person, livemode, ['*'], 'valid')
        const caller = await server.app.services.authentication.authenticate(`Bearer ${key}`, '127.0.0.1')
        const call = new RequestContext(server.app, {
          caller,
          requestId: server.app.newId(),
          receivedAt: server.app.quantise.now(),
        })
        const [list] = await server.app.services[name].listOf(call, [identity], page, {})
        const isHolder = person === 'owner' && livemode === recordLive
        const isShown = list!.records.length > 0
        requireNone(isShown === isHolder ? [] : [`${name} of an identity · ${person} · ${livemode} · ${recordLive}`])
        summary.cells++
      }
    }
  })
})

test('consent requests are found and locked for their sides alone, before any other check', async () => {
  for (const recordLive of [false, true]) {
    const id = decodeId('consentRequest', world.records('owner', recordLive).request)!
    for (const person of people) {
      for (const livemode of [false, true]) {
        const owner = { consumerId: decodeId('consumer', world.records(person, livemode).consumer)!, livemode }
        const found = await findConsentRequests(server.app.db, owner, [id])
        const locked = await lockIncoming(server.app.db, owner, id)
        const isHere = livemode === recordLive
        const isAsListed =
          found.length > 0 === (isHere && person !== 'stranger') &&
          (locked !== undefined) === (isHere && person === 'owner')
        requireNone(isAsListed ? [] : [`a consent request · ${person} · ${livemode} · ${recordLive}`])
      }
    }
  }
})

test('each consumer is listed its own requests of each environment, and nobody else is', async () => {
  const seen = new Set<string>()
  for (const person of ['owner', 'stranger'] as const)
    for (const livemode of [false, true]) {
      const key = await world.key(person, livemode, ['*'], 'valid')
      await wire.send('GET', '/v1/identities/idn_nothing', { key: key! })
      await server.app.requestRecords.flush()
      const { data } = (await wire.send('GET', '/v1/requests?limit=100', { key: key! })).body
      const isListed = data.length > 0 && data.every(({ id }: { id: string }) => !seen.has(id))
      requireNone(isListed ? [] : [`requests · ${person} · ${livemode}`])
      for (const { id } of data) seen.add(id)
    }
})

/** The run of a mutant tries first what is likely to catch it. */
const likely = new RegExp(process.env.MATRIX_FIRST ?? '^$', 'i')
/** Reads come before changes, whose new records would crowd the first pages of lists; no other order matters, a run in reverse shows. */
const turnOf = (row: Case) => (isChange(row) ? 2 : 0) + (likely.test(row.at) ? 0 : 1)
const listedOperations = [...Map.groupBy(matrix, ({ at }) => at)]
if (process.env.MATRIX_REVERSED) listedOperations.reverse()
const operations = listedOperations.sort(([, [one]], [, [other]]) => turnOf(one!) - turnOf(other!))

const holder = 'owner'
/** One consumer has two test sends under way at most: more of them would be refused, and prove nothing of rights. */
const isTest = (at: string) => /webhook.*test|test.*webhook/i.test(at)

// An export leaves an entry.
const willWrite = (row: Case) => isChange(row) || /export/i.test(row.at)
const willChange = (cell: Cell) => willWrite(cell.row) && expectationOf(cell).kind === 'done'

describe('every cell that changes nothing is as listed', () => {
  let before: Record<string, string>
  beforeAll(async () => {
    const cells = matrix.flatMap((row) => cellsOf(row, extent))
    await inLanes(cells, 12, (cell) => world.key(cell.person, cell.keyLive, cell.scopes, cell.state))
    before = await world.fingerprint()
  })

  test.for(operations)('%s', { timeout: 300_000 }, async ([at, rows]) => {
    const cells = rows.flatMap((row) => cellsOf(row, extent)).filter((cell) => !willChange(cell))
    const tried = await inLanes(cells, isTest(at) ? 1 : 12, (cell) =>
      tryCell(world, wire, cell, world.records(holder, cell.recordLive)),
    )
    requireAsListed(tried)
  })

  test('no table has changed', async () => {
    const after = await world.fingerprint()
    requireNone(Object.keys(before).filter((table) => before[table] !== after[table]))
  })
})

describe('every change is done for its owner', () => {
  const changes = operations.filter(([, [row]]) => willWrite(row!))
  test.for(changes)('%s', { timeout: 300_000 }, async ([at, rows]) => {
    const cells = rows.flatMap((row) => cellsOf(row, extent)).filter(willChange)
    const isOfWebhook = /webhook|sealing|createRelease|releases/i.test(at)
    const tried = await inLanes(cells, isOfWebhook ? 1 : 4, async (cell) =>
      tryCell(world, wire, cell, await world.fresh(holder, cell.recordLive, at)),
    )
    requireAsListed(tried)
  })
})

function requireAsListed(tried: readonly Judged[]): void {
  count(tried)
  requireNone(tried.flatMap(({ cell, problem }) => (problem === null ? [] : [`${nameOf(cell)}: ${problem}`])))
}

function requireNone(problems: readonly string[]): void {
  if (problems.length === 0) return
  throw new Error(`${problems.length} are not as listed:\n${problems.slice(0, 30).join('\n')}`)
}

function count(judged: readonly Judged[]): void {
  summary.cells += judged.length
  for (const { expected } of judged) {
    if (expected.kind === 'done') summary.done++
    else if (expected.kind === 'refused') summary.refused++
    else summary.hidden++
  }
}

/** Checks that one idempotency key creates a separate record on every side. */
async function requireOwnKeys(
  made: Set<string>,
  words: string,
  sides: readonly (readonly ['owner' | 'stranger', boolean])[],
): Promise<void> {
  for (const [person, livemode] of sides) {
    const { status, body } = await wire.send('POST', '/v1/identities', {
      key: (await world.key(person, livemode, ['*'], 'valid'))!,
      body: { type: 'user' },
      headers: { 'idempotency-key': words },
    })
    requireNone(status === 201 && !made.has(body.id) ? [] : [`idempotency · ${person} · ${livemode}: ${status}`])
    made.add(body.id)
  }
}
const sides = [
  ['owner', false],
  ['owner', true],
  ['stranger', false],
  ['stranger', true],
] as const

test("an Idempotency-Key is its consumer's own in its environment: the same words elsewhere are another key", () =>
  requireOwnKeys(new Set(), 'the-same-for-all', sides))

test("an outcome is read by its own consumer in its environment alone, also under another's key", async () => {
  const made = new Set<string>()
  const words = 'moved-to-another-key'
  const records = server.app.db
  const newest = () =>
    records
      .selectFrom('idempotency_record')
      .select(['id', 'key'])
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
  const [first, ...others] = sides
  await requireOwnKeys(made, words, [first])
  const own = await newest()
  for (const other of others) {
    await requireOwnKeys(made, words, [other])
    const theirs = await newest()
    await records.deleteFrom('idempotency_record').where('id', '=', theirs.id).execute()
    await records.updateTable('idempotency_record').set({ key: theirs.key }).where('id', '=', own.id).execute()
    await requireOwnKeys(made, words, [other])
  }
})
