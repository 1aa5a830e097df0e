import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decodeId } from '../../../src/kernel/id.ts'
import { createErasedSkeleton } from '../../../src/registry/aliases/reservation.ts'
import { type ErasureTarget, holders, isLeft } from '../../../src/registry/erasure/catalogue-store.ts'
import { eraseAll } from '../../../src/registry/erasure/erasing.ts'
import { findLeft } from '../../../src/registry/erasure/residue.ts'
import { anyOf } from '../../../src/registry/erasure/store.ts'
import { type Filled, fillIdentity } from '../../support/erasure-scene.ts'
import { registryForTests } from '../../support/registry.ts'
import { forTests } from '../../support/server.ts'

const { server, owner } = registryForTests()
const other = forTests(() => server.key({ consumer: 'other' }))

async function asked(): Promise<Filled> {
  const filled = await fillIdentity(server, owner, other)
  const path = `/v1/identities/${filled.identity}`
  await owner.patch(path, { status: 'closed' })
  await owner.post(`${path}/erase`, { confirm: filled.identity })
  return filled
}

const eraseWith = (some: readonly ErasureTarget[]) => {
  const { db, newId, clock, keyring } = server.app
  const erasedSkeleton = createErasedSkeleton(keyring)
  return eraseAll({ db, newId, clock, wakeDeliveries: () => undefined, erasedSkeleton, holders: some })
}
const left = ({ uuid }: Filled) => findLeft(server.app.db, server.app.keyring, [uuid])

test('nothing is left of an erased identity, every sealed column opened', async () => {
  const filled = await asked()
  await eraseWith(holders)
  expect(await left(filled)).toEqual({ columns: [], sealed: [], keptUntil: null })
})

/** Columns that the erasure blanks directly; columns with a separate erasure step are left out. */
const parts = holders
  // The identity's own goes with the request; what was released goes by a trigger as it is closed.
  .filter(({ table }) => table !== 'identity' && table !== 'release')
  .flatMap(({ table, blanks }): [string, string][] =>
    blanks === null ? [[table, '*']] : Object.keys(blanks).map((column) => [table, column]),
  )
  .filter(
    ([table, column]) =>
      table !== 'claim' && column !== 'skeleton' && column !== 'address' && !/fingerprint/.test(column!),
  )

test.each(parts)('control: an erasure that leaves %s.%s out is caught', async (table, column) => {
  const filled = await asked()
  await eraseWith(
    holders.flatMap((holder): ErasureTarget[] => {
      if (holder.table !== table) return [holder]
      if (holder.blanks === null) return []
      const rest = Object.entries(holder.blanks).filter(([name]) => name !== column)
      return rest.length === 0 ? [] : [{ ...holder, blanks: Object.fromEntries(rest) }]
    }),
  )
  const found = await left(filled)
  expect(found.columns.map((one) => `${one.table}.${one.column}`)).toContain(`${table}.${column}`)
})

test('a stored answer under a key is reported with its end', async () => {
  const made = await owner.post(
    '/v1/identities',
    { type: 'user', display_name: 'Kept' },
    { 'idempotency-key': randomUUID() },
  )
  const path = `/v1/identities/${made.body.id}`
  await owner.patch(path, { status: 'closed' })
  await owner.post(`${path}/erase`, { confirm: made.body.id })
  await eraseWith(holders)
  const found = await findLeft(server.app.db, server.app.keyring, [decodeId('identity', made.body.id)!])
  expect(found).toMatchObject({ columns: [], sealed: [] })
  expect(found.keptUntil!.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
})

type Plan = { 'Node Type': string; 'Index Cond'?: string; Plans?: Plan[] }
const scansOf = (plan: Plan): Plan[] => [
  ...(/^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(plan['Node Type']) ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
]

test.each(holders)(
  'the rows of an identity are found by an index, not by reading all of them: $table',
  async (holder) => {
    const plan = await server.app.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json)
      select from ${sql.table(holder.table)} t where ${holder.of(anyOf([randomUUID()]))} and ${isLeft(holder)}`.execute(
        trx,
      )
      return rows[0]!['QUERY PLAN'][0].Plan
    })
    const scans = scansOf(plan)
    expect(scans).not.toEqual([])
    expect(scans.filter((scan) => scan['Index Cond'] === undefined)).toEqual([])
  },
)
