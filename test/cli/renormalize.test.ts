import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createRenormalization } from '../../src/registry/renormalization/service.ts'
import { markAliases } from '../support/bound.ts'
import { registryForTests } from '../support/registry.ts'
import { inherited } from '../support/service-process.ts'

let identity: string
const { server, owner, mine } = registryForTests()
beforeEach(async () => {
  await server.query`update identity set primary_alias_id = null`
  await server.query`truncate alias_reservation`
  await server.query`delete from alias`
  identity = (await mine.identity()).id
})

/** An alias as an older version stored it: its own value for a skeleton. */
async function old(value: string, skeleton = value) {
  const alias = await mine.username(identity, `stand-in.${value.replace(/[^a-z]/g, '')}.${value.length}`)
  await server.query`update alias_reservation set skeleton = ${skeleton} where alias_id = (select id from alias
    where value = ${alias.value})`
  await server.query`update alias set value = ${value}, skeleton = ${skeleton}, norm_version = 0
    where value = ${alias.value}`
  await markAliases(server, value)
  return alias.id as string
}

const stored = () =>
  server.query`select a.value, a.skeleton, a.norm_version as version, s.skeleton as reservation
    from alias a left join alias_reservation s on s.alias_id = a.id order by a.value`

const run = (...args: string[]) =>
  new Promise<{ code: number; out: string }>((resolve) => {
    const main = join(import.meta.dirname, '../../src/cli/main.ts')
    const env = {
      ...inherited(),
      ...server.env,
    }
    execFile(process.execPath, [main, 'renormalize', '--json', ...args], { env }, (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, out: stdout }),
    )
  })

test('the command first reports collisions and writes nothing, then applies; its exit code shows remaining aliases', async () => {
  await old('plain.name')
  await old('b0b.x')
  const [lookalike, holder] = [await old('al1ce'), await old('allce')]
  const refused = await old('josé')
  const before = await stored()

  const dry = await run()
  const report = JSON.parse(dry.out)
  expect([dry.code, report.applied, report.kept, report.moved]).toEqual([1, false, 2, 1])
  expect(report.obstacles).toHaveLength(2)
  expect(report.obstacles).toContainEqual({
    alias: refused,
    livemode: false,
    type: 'username',
    kind: 'refused',
    code: 'alias_invalid_characters',
  })
  expect(report.obstacles).toContainEqual({
    alias: lookalike,
    livemode: false,
    type: 'username',
    kind: 'collision',
    with: holder,
  })
  expect(dry.out).not.toMatch(/al1ce|allce|josé/)
  expect(await stored()).toEqual(before)

  const applied = await run('--apply')
  expect([applied.code, JSON.parse(applied.out)]).toMatchObject([1, { applied: true, kept: 2, moved: 1 }])
  const after = await stored()
  expect(after.filter(({ version }) => version === 1)).toHaveLength(3)
  expect(after).toContainEqual({ value: 'b0b.x', skeleton: 'bob.x', version: 1, reservation: 'bob.x' })
  expect(after.find(({ value }) => value === 'josé')).toMatchObject({ version: 0, reservation: 'josé' })
  expect((await mine.resolve('@b0b.x')).status).toBe(200)
  const taken = await owner.post('/v1/aliases', { identity, type: 'username', value: 'bob.x' })
  expect(taken.status).toBe(409)

  await server.query`update alias set value = 'jose', skeleton = 'jose' where value = 'josé'`
  await markAliases(server, 'jose')
  await mine.remove(`/v1/aliases/${holder}`)
  await server.query`update alias_reservation set available_at = now() - interval '1 second'
    where available_at is not null`
  const last = await run('--apply', '--batch', '1')
  expect([last.code, JSON.parse(last.out).obstacles]).toEqual([0, []])
  expect(JSON.parse((await run()).out)).toEqual({ applied: false, kept: 0, moved: 0, obstacles: [] })
}, 60_000)

test('a run stopped between batches leaves a consistent registry, and the next run continues', async () => {
  for (let n = 0; n < 12; n++) await old(`n${'0'.repeat(n + 1)}x`)
  const stopping = createRenormalization(server.app).apply({
    batchSize: 5,
    onProgress: (done) => {
      if (done === 10) throw new Error('stopped')
    },
  })
  await expect(stopping).rejects.toThrow('stopped')
  const halfway = await stored()
  expect(halfway.filter(({ version }) => version === 1)).toHaveLength(10)
  for (const { skeleton, reservation } of halfway) expect(reservation).toBe(skeleton)
  expect(await createRenormalization(server.app).apply({ batchSize: 5 })).toEqual({ kept: 0, moved: 2, obstacles: [] })
})

test('a move into a place that another move frees succeeds in any order', async () => {
  await old('zz', 'ox')
  await old('0x')
  const whole = { kept: 0, moved: 2, obstacles: [] }
  expect(await createRenormalization(server.app).plan({ batchSize: 1 })).toEqual(whole)
  expect(await createRenormalization(server.app).apply({ batchSize: 1 })).toEqual(whole)
})

test('a cooling alias keeps its cooldown under the new skeleton', async () => {
  const id = await old('c00l')
  await server.query`update alias_reservation set available_at = null where skeleton = 'c00l'`
  await mine.remove(`/v1/aliases/${id}`)
  expect(await createRenormalization(server.app).apply()).toMatchObject({ moved: 1, obstacles: [] })
  const refused = await owner.post('/v1/aliases', { identity, type: 'username', value: 'cool' })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'alias_in_cooldown'])
})

test('an alias that somebody wrote by hand is named, keeps its spelling, and gets no mark', async () => {
  const id = await old('josé.x')
  await server.query`update alias set mark = null where norm_version = 0`
  const { obstacles } = await createRenormalization(server.app).apply()
  expect(obstacles).toEqual([{ alias: id, livemode: false, type: 'username', kind: 'unmarked' }])
  expect(await server.query`select value, mark from alias where norm_version = 0`).toEqual([
    { value: 'josé.x', mark: null },
  ])
})
