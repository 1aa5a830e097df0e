import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { defineEntity, MikroORM, p } from '@mikro-orm/postgresql'
import { describe, expect, test } from 'vitest'
import { Node } from '../../src/database/entities/safekeeping.ts'
import { entities, ormConfig } from '../../src/database/orm.ts'
import { createDatabase } from '../support/database.ts'
import { forTests } from '../support/server.ts'

const database = forTests(createDatabase)

/** Returns the changes that the ORM would make to the migrated database, with `Node` replaced by the given entity. */
async function differences(node: typeof Node | object = Node): Promise<{ update: string; migration: string }> {
  const config = ormConfig(database.url, { poolSize: 1 })
  const orm = await MikroORM.init({ ...config, entities: entities.map((own) => (own === Node ? node : own)) as never })
  try {
    const update = await orm.schema.getUpdateSchemaSQL({ wrap: false })
    const { up } = await orm.schema.getUpdateSchemaMigrationSQL({ wrap: false })
    return { update: update.trim(), migration: up.trim() }
  } finally {
    await orm.close()
  }
}

const id = p.uuid().primary()
const opens = p.array().columnType('uuid[]')
const seals = opens
const seenAt = p.datetime().defaultRaw('now()')
const nodeOf = (properties: Record<string, unknown>) =>
  defineEntity({ name: 'Node', tableName: 'node', properties: properties as never })

test('the entities match the migrations: the ORM has nothing to do', async () => {
  expect(await differences()).toEqual({ update: '', migration: '' })
})

describe('the comparison sees', () => {
  test.each([
    ['another type', nodeOf({ id, opens, seals, seenAt: p.integer() }), /alter column "seen_at" type int/],
    ['another default', nodeOf({ id, opens, seals, seenAt: p.datetime() }), /"seen_at" drop default/],
    ['nullability', nodeOf({ id, opens, seals, seenAt: seenAt.nullable() }), /"seen_at" drop not null/],
    ['a new column', nodeOf({ id, opens, seals, seenAt, zone: p.text() }), /add "zone" text not null/],
    ['a column that no entity has', nodeOf({ id, opens, seals }), /drop column "seen_at"/],
  ])('%s', async (_, node, sql) => {
    const { update, migration } = await differences(node)
    expect(update).toMatch(sql)
    expect(migration).toMatch(sql)
  })

  test('a new index', async () => {
    const node = defineEntity({
      name: 'Node',
      tableName: 'node',
      properties: { id, opens, seals, seenAt },
      indexes: [{ name: 'node_seen', properties: ['seenAt'] }],
    })
    expect((await differences(node)).update).toMatch(/create index "node_seen"/)
  })
})

const tool = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['node_modules/@mikro-orm/cli/cli.js', ...args], {
    env: { ...process.env, MIKRO_ORM_CLI_PREFER_TS: '1', DATABASE_URL: database.url },
  })

test("the ORM's own command line finds nothing to change", async () => {
  const { stdout } = await tool('schema:update', '--dump')
  expect(stdout).toMatch(/up-to-date/)
}, 120_000)

test('the ORM does not make a schema of the entities, which lacks the keys and checks', async () => {
  await expect(tool('schema:create', '--dump')).rejects.toThrow(/Run signpost migrate/)
}, 120_000)
