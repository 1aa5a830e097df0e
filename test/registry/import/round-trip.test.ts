import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportLines } from '../../../src/registry/import/export.ts'
import { exportIdentities } from '../../../src/registry/import/export-store.ts'
import { createNotes } from '../../../src/registry/notes/sealing.ts'
import { runCommand } from '../../support/command.ts'
import { folderForTests } from '../../support/folder.ts'
import { importValues } from '../../support/importing.ts'
import { countReads } from '../../support/reads.ts'
import { freshName, query, type Registry, registryOf } from '../../support/registry.ts'
import { forTests, type Key, startTestServer } from '../../support/server.ts'

const lineCount = Number(process.env.LINES ?? 800)
const folder = folderForTests('round-trip')
const server = forTests(startTestServer)
const owner = forTests(() => server.key({ consumer: 'acme' }))
const mine = registryOf(server, owner)

type Line = Record<string, unknown>

const signpost = (...args: string[]) =>
  runCommand([...args, '--consumer', 'acme', '--env', 'test', '--json'], server.env)
const imported = (values: readonly unknown[]) => importValues(server, owner.consumerId, values)

async function exported({ key = owner, since = null }: { key?: Key; since?: Date | null } = {}): Promise<Line[]> {
  const { db, keyring } = server.app
  const lines: Line[] = []
  const asked = { consumerId: key.consumerId, livemode: false }
  for await (const some of exportLines({ db, notes: createNotes(keyring) }, asked, { since })) lines.push(...some)
  return lines
}

/** Names that a spreadsheet would run, or that CSV could take for something else. */
const names = ['=1+1', '@sum', '-2', "'=quoted", '\\N', 'a "b", c', 'Ärzte ohne', null]

/** Four lines of one person, with as much said of each record as differs from person to person. */
const person = (n: number): Line[] => [
  {
    object: 'identity',
    ref: `=p${n}`,
    type: 'user',
    status: n % 7 === 0 ? 'suspended' : 'active',
    display_name: names[n % names.length],
    payee_checks: n % 3 === 0 ? 'off' : 'on',
    metadata: n % 2 === 0 ? { '=key': `"${n}"\r\n`, other: '+1' } : {},
  },
  {
    object: 'alias',
    identity: `=p${n}`,
    type: 'phone',
    value: `+4917${String(10_000_000 + n).padStart(9, '0')}`,
    privacy_level: 'consent_required',
    is_primary: n % 2 === 0,
  },
  { object: 'alias', ref: `a${n}`, identity: `=p${n}`, type: 'username', value: `round.trip.${n}x` },
  {
    object: 'endpoint',
    ref: `-e${n}`,
    identity: `=p${n}`,
    type: 'bank_account',
    address: 'DE89370400440532013000',
    details: { holder_name: 'Ada' },
    priority: -n / 8,
    status: n % 5 === 0 ? 'disabled' : 'active',
    release: 'granted',
    capabilities: [{ asset: 'EUR', rail: 'sepa', min_amount: 0.1, supports_instant: n % 2 === 0 }],
  },
]

const dump = () =>
  server.query`select 'i' as t, to_jsonb(i) as r from identity i union all select 'a', to_jsonb(a) from alias a
    union all select 'e', to_jsonb(e) from endpoint e union all select 'v', to_jsonb(count(v)) from event v
    where consumer_id is not null order by 1, 2`

test(`an export of ${lineCount} lines comes back in JSONL and CSV: none is rejected, all are unchanged, endpoints included`, {
  timeout: 600_000,
}, async () => {
  const people = Array.from({ length: Math.ceil(lineCount / 4) }, (_, n) => person(n + 1))
  // The API suspends what exists; an import makes it active first.
  const active = people.flat().map((line) => (line.object === 'identity' ? { ...line, status: 'active' } : line))
  expect((await imported(active)).rejected).toEqual([])
  expect((await imported(people.map(([identity]) => identity))).rejected).toEqual([])
  // Half of the records have no reference: their ids name them.
  for (const table of ['identity', 'alias', 'endpoint'])
    await query(
      server,
      `update ${table} set external_reference = null, reference_hash = null where get_byte(uuid_send(id), 15) % 2 = 0`,
    )
  // A closed identity and a live one may have had the same reference.
  const { id } = await mine.identity({ external_reference: 'twin' })
  await mine.account(id, { external_reference: 'twin' })
  await mine.patch(`/v1/identities/${id}`, { status: 'closed' })
  await mine.identity({ external_reference: 'twin' })
  const rows = await dump()
  for (const format of ['jsonl', 'csv']) {
    const file = join(folder, `export.${format}`)
    const out = await signpost('export', '--format', format, '--output', file)
    expect(out.code, out.stderr).toBe(0)
    const { lines } = JSON.parse(out.stdout)
    expect(lines).toBeGreaterThanOrEqual(lineCount)
    expect(statSync(file).mode & 0o077).toBe(0)
    const { code, stdout, stderr } = await signpost('import', file)
    expect(code, stderr.slice(0, 2_000)).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ lines, unchanged: lines, rejected: 0, warnings: 0 })
    const text = readFileSync(file, 'utf8')
    expect(text.match(/endpoint/g)!.length).toBeGreaterThan(lineCount / 5)
    expect(text).not.toContain('DE89370400440532013000')
    console.log(`${format}: ${lines} lines, 0 rejected, all unchanged, ${JSON.parse(stdout).rate} lines/s`)
  }
  expect(await dump()).toEqual(rows)
})

test('an id that is foreign, absent, of the other environment or none is refused with one text', async () => {
  const stranger = await server.key({ consumer: 'stranger' })
  const live = await server.key({ consumer: 'acme', livemode: true })
  const other = await registered(registryOf(server, stranger))
  const elsewhere = await registered(registryOf(server, live))
  const own = await registered(mine)
  const rows = await dump()
  for (const object of ['identity', 'alias', 'endpoint'] as const) {
    const wrongKind = own[object === 'identity' ? 'alias' : 'identity']
    const absent = `${own[object].slice(0, 4)}${'0'.repeat(26)}`
    const ids = [other[object], elsewhere[object], absent, wrongKind, 'nothing', '', 7, null]
    const { rejected } = await imported(ids.map((id) => ({ object, id, metadata: { a: '1' } })))
    const said = new Set(rejected.map(({ line: _, ...rest }) => JSON.stringify(rest)))
    expect([rejected.length, said.size]).toEqual([ids.length, 1])
    expect(rejected[0]).toMatchObject({ object, field: 'id', code: 'resource_missing' })
  }
  expect(await dump()).toEqual(rows)
})

async function registered(registry: Registry) {
  const { id: identity } = await registry.identity()
  const { id: alias } = await registry.username(identity, freshName())
  const { id: endpoint } = await registry.account(identity)
  return { identity: identity as string, alias: alias as string, endpoint: endpoint as string }
}

test('lines by id change their records, end them once, and create none', async () => {
  const own = await registered(mine)
  const lines = [
    { object: 'identity', id: own.identity, display_name: 'By id' },
    { object: 'alias', id: own.alias, privacy_level: 'unlisted', verified_at: '2026-01-01T00:00:00Z' },
    { object: 'endpoint', id: own.endpoint, priority: 7 },
  ]
  expect((await imported(lines)).report).toMatchObject({ updated: 3 })
  expect((await imported(lines)).report).toMatchObject({ unchanged: 3 })
  expect(await mine.get(`/v1/identities/${own.identity}`)).toMatchObject({ display_name: 'By id' })
  expect(await mine.get(`/v1/aliases/${own.alias}`)).toMatchObject({ privacy_level: 'unlisted', verified_at: null })
  expect(await mine.get(`/v1/endpoints/${own.endpoint}`)).toMatchObject({ priority: 7 })
  const address = { object: 'endpoint', id: own.endpoint, address: 'GB82WEST12345698765432' }
  expect((await imported([address])).rejected).toMatchObject([{ field: 'ref', code: 'parameter_missing' }])
  expect((await imported([...lines, lines[2]])).rejected).toMatchObject([{ line: 4, code: 'parameter_conflict' }])
  const ends = [
    { object: 'alias', id: own.alias, status: 'released' },
    { object: 'endpoint', id: own.endpoint, status: 'removed' },
  ]
  expect((await imported(ends)).report).toMatchObject({ updated: 2 })
  expect((await imported(ends)).report).toMatchObject({ unchanged: 2 })
  const { rejected } = await imported(lines.slice(1))
  expect(rejected.map(({ code }) => code)).toEqual(['alias_released', 'resource_missing'])
  const closed = { object: 'identity', id: own.identity, status: 'closed' }
  expect((await imported([closed])).rejected).toMatchObject([{ field: 'status', code: 'parameter_invalid' }])
  await mine.patch(`/v1/identities/${own.identity}`, { status: 'closed' })
  expect((await imported([closed])).report).toMatchObject({ unchanged: 1 })
})

test('an exported endpoint without its address is updated, and never created', async () => {
  const ref = freshName()
  const { id } = await mine.identity({ external_reference: ref })
  await mine.account(id, { external_reference: ref })
  const line = (await exported()).find((one) => one.object === 'endpoint' && one.ref === ref)!
  expect((await imported([{ ...line, priority: 3 }])).report).toMatchObject({ updated: 1 })
  const { rejected } = await imported([{ ...line, ref: `${ref} other` }])
  expect(rejected).toMatchObject([{ code: 'parameter_missing', field: 'address' }])
})

test.each([
  ['a page of an export', 650, null],
  ['an export since a time', 3, new Date(Date.now() + 86_400_000)],
])('%s reads little more than its own rows, whoever has the others', async (name, mostIds, since) => {
  const [few, many] = [await server.key({ consumer: `few ${name}` }), await server.key({ consumer: `many ${name}` })]
  for (const [{ consumerId }, count] of [
    [few, 3_000],
    [many, 27_000],
  ] as const)
    await query(
      server,
      `insert into identity (id, livemode, consumer_id, type, default_privacy_level, created_at)
       select gen_random_uuid(), false, $1, 'user', 'public', now() - n / 3 * interval '1 second'
       from generate_series(1, $2::int) n`,
      [consumerId, count],
    )
  await query(
    server,
    `update identity set updated_at = now() + interval '2 days' where id in
       (select id from identity where consumer_id = $1 order by created_at offset 1000 limit 3)`,
    [few.consumerId],
  )
  await server.query`analyze identity`
  const ids: string[] = []
  const [read] = await server.app.db.transaction().execute(async (trx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
    const asked = { consumerId: few.consumerId, livemode: false }
    return countReads(trx, 'identity', async () => {
      for await (const { id } of exportIdentities(trx, asked, { since, pageSize: 100 }))
        if (ids.push(id) === mostIds) break
    })
  })
  expect(new Set(ids).size).toBe(mostIds)
  expect(read).toBeLessThan(mostIds * 3 + 50)
})

test('an export since a time has only changed records', async () => {
  const key = await server.key({ consumer: 'sometimes' })
  const theirs = registryOf(server, key)
  const [one, other] = [await registered(theirs), await registered(theirs)]
  const [{ now }] = (await server.query<{ now: Date }>`select clock_timestamp() as now`) as [{ now: Date }]
  const since = new Date(now.getTime() + 1)
  await new Promise((settle) => setTimeout(settle, 5))
  expect(await exported({ key, since })).toEqual([])
  await theirs.patch(`/v1/endpoints/${one.endpoint}`, { priority: 2 })
  await theirs.patch(`/v1/identities/${other.identity}`, { display_name: 'Changed' })
  expect((await exported({ key, since })).map(({ id }) => id).sort()).toEqual([one.endpoint, other.identity].sort())
  expect(await exported({ key })).toHaveLength(6)
})

test('an unknown rail, and one address twice on an identity, are imported with a warning', async () => {
  const ref = freshName()
  const endpoint = (n: number, fields: object = {}) => ({
    ...{ object: 'endpoint', ref: `${ref} ${n}`, identity: ref, type: 'bank_account' },
    address: 'DE89370400440532013000',
    ...fields,
  })
  const lines = [
    { object: 'identity', ref, type: 'user' },
    endpoint(1, { capabilities: [{ asset: 'EUR', rail: 'sepaa' }] }),
    endpoint(2, { address: 'DE89 3704 0044 0532 0130 00' }),
    endpoint(3, { address: 'GB82WEST12345698765432' }),
  ]
  const { report, warnings, rejected } = await imported(lines)
  expect(rejected).toEqual([])
  expect(report).toMatchObject({ created: 4, warnings: 2 })
  expect(warnings).toEqual([
    {
      ...{ line: 2, object: 'endpoint', ref: `${ref} 1`, field: 'capabilities.0.rail', code: 'capability_unknown' },
      rule: 'The rail is not in the catalogue: payers may not find this endpoint by it.',
    },
    {
      ...{ line: 3, object: 'endpoint', ref: `${ref} 2`, field: 'address', code: 'address_repeated' },
      rule: 'Another endpoint of this identity has the same address.',
    },
  ])
  expect(JSON.stringify(warnings)).not.toContain('sepaa')
  // A line that gives the address up warns of nothing; one that is refused neither.
  const [, , second] = lines as [object, object, object]
  expect((await imported([{ ...second, address: 'GB33BUKB20201555555555' }])).report).toMatchObject({
    replaced: 1,
    warnings: 0,
  })
  expect((await imported([{ ...second, identity: 'nobody', type: 'robot' }])).warnings).toEqual([])
})
