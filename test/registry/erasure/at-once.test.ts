import { beforeAll, expect, test } from 'vitest'
import { encodeId } from '../../../src/kernel/id.ts'
import { holders } from '../../../src/registry/erasure/catalogue-store.ts'
import { findLeft } from '../../../src/registry/erasure/residue.ts'
import { sealingPurposes } from '../../../src/vault/keyring.ts'
import { sealedColumns } from '../../../src/vault/rotation/sealed-value-store.ts'
import { boundValues } from '../../support/bound-values.ts'
import { type Crowd, fillCrowd } from '../../support/erasures-at-once.ts'
import { query, registryForTests, registryOf } from '../../support/registry.ts'

// ERASED=10000 is what docs/evidence.md shows.
const erasedCount = Number(process.env.ERASED ?? 200)
const keptCount = 5
const timeout = 3_600_000

let erased: Crowd
/** Closed like the other ones, and left out of the erasure: the control. */
let kept: Crowd
const { server, owner } = registryForTests({ env: { WEBHOOK_WORKER: 'off' } })
beforeAll(async () => {
  const other = await server.key({ consumer: 'other' })
  await registryOf(server, other).identity()
  erased = await fillCrowd(server, { owner, other, count: erasedCount, numbers: '+1646' })
  kept = await fillCrowd(server, { owner, other, count: keptCount, numbers: '+1917' })
}, timeout)

/** Counts the rows of the database with a crowd's mark or one of its numbers, as text or as printed bytes. */
async function rowsOf({ mark, numbers }: Crowd): Promise<number> {
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const pattern = `${mark}|${hex(mark)}|\\${numbers}\\d{7}|${hex(numbers)}(3\\d){7}`
  const tables = await server.query<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition
    and relnamespace = 'public'::regnamespace`
  let found = 0
  for (const { name } of tables) {
    const [row] = await query<{ n: number }>(server, `select count(*)::int as n from "${name}" t where t::text ~ $1`, [
      pattern,
    ])
    found += row!.n
  }
  return found
}

/** Opens all sealed values of the database, and counts those that name each crowd. */
async function openedOf(crowds: readonly Crowd[]): Promise<{ opened: number; named: number[] }> {
  const found = { opened: 0, named: crowds.map(() => 0) }
  for (const purpose of sealingPurposes)
    for (const column of sealedColumns(purpose)) {
      if (column.table === 'webhook_secret') continue
      for (const { record, livemode, sealed } of await boundValues(server.app.db, column)) {
        const text = server.app.keyring.open(purpose, record, livemode, sealed).toString()
        found.opened++
        for (const [at, { mark }] of crowds.entries()) if (text.includes(mark)) found.named[at]!++
      }
    }
  return found
}

/** Which columns hold something still, over all identities of a crowd. */
async function columnsLeft({ ids }: Crowd): Promise<{ columns: Set<string>; sealed: number }> {
  const columns = new Set<string>()
  let count = 0
  for (let at = 0; at < ids.length; at += 500) {
    const left = await findLeft(server.app.db, server.app.keyring, ids.slice(at, at + 500))
    for (const { table, column } of left.columns) columns.add(`${table}.${column}`)
    for (const { rows } of left.sealed) count += rows
  }
  return { columns, sealed: count }
}

/** Eight at a time, as from many owners. */
async function forEach(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const waiting = ids.map((id) => encodeId('identity', id))
  const lane = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await work(id)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}

const close = async (id: string) => {
  const answer = await owner.patch(`/v1/identities/${id}`, { status: 'closed' })
  expect(answer.status, answer.text).toBe(200)
}
const ask = async (id: string) => {
  const path = `/v1/identities/${id}/erase`
  const answer = await owner.post(path, { confirm: id })
  expect(answer.status, answer.text).toBe(202)
}

/** Every column that an erasure is about. */
const every = holders.flatMap(({ table, blanks }) =>
  Object.keys(blanks ?? { '*': null }).map((column) => `${table}.${column}`),
)

test(`of ${erasedCount} identities that are erased at once nothing is left, and of one that is left out everything is`, {
  timeout,
}, async () => {
  const before = { rows: await rowsOf(erased), ...(await openedOf([erased, kept])), ...(await columnsLeft(erased)) }
  expect([...before.columns].sort()).toEqual([...every].sort())
  expect(before.named[0]).toBeGreaterThanOrEqual(erasedCount * 12)

  await forEach([...erased.ids, ...kept.ids], close)
  const asking = performance.now()
  await forEach(erased.ids, ask)
  const asked = performance.now()
  await server.app.jobs.find(({ name }) => name === 'erase-identities')!.run()
  const seconds = (performance.now() - asked) / 1000

  const [{ n }] = (await server.query<{ n: number }>`select count(*)::int as n from identity
    where erased_at is not null`) as [{ n: number }]
  expect(n).toBe(erasedCount)
  const after = { rows: await rowsOf(erased), ...(await openedOf([erased, kept])), ...(await columnsLeft(erased)) }
  expect({ rows: after.rows, named: after.named[0], columns: [...after.columns], sealed: after.sealed }).toEqual({
    rows: 0,
    named: 0,
    columns: [],
    sealed: 0,
  })

  const control = { rows: await rowsOf(kept), ...(await columnsLeft(kept)) }
  expect(control.rows).toBeGreaterThanOrEqual(keptCount * 10)
  expect(after.named[1]).toBeGreaterThanOrEqual(keptCount * 10)
  expect(control.columns.size).toBeGreaterThan(every.length / 2)
  console.log(
    [
      `before: ${before.rows} rows name them, ${before.named[0]} sealed values, ${before.columns.size} columns`,
      `asked for ${erasedCount} erasures in ${((asked - asking) / 1000).toFixed(1)} s; erased in ${seconds.toFixed(1)} s (${Math.round(erasedCount / seconds)}/s)`,
      `after: ${after.rows} rows, ${after.named[0]} of ${after.opened} sealed values opened, ${after.columns.size} columns`,
      `control, ${keptCount} left out: ${control.rows} rows, ${after.named[1]} sealed values, ${control.columns.size} columns`,
    ].join('\n'),
  )
})
