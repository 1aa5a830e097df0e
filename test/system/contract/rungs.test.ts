import { beforeAll, expect, test } from 'vitest'
import { requireRight } from '../../../bench/ladder/climb.ts'
import { fillRegistry, type Registry, serve } from '../../../bench/ladder/registry.ts'
import { ladder } from '../../../bench/ladder/rungs.ts'
import { createDatabase } from '../../support/database.ts'
import { forTests } from '../../support/server.ts'

let registry: Registry

const database = forTests(createDatabase)
beforeAll(async () => {
  registry = await fillRegistry(database.url, 20)
}, 120_000)

/** The servers that need no package of others, with all that is asked of each. */
const asked = Map.groupBy(Object.entries(ladder), ([, { server = 'service' }]) => server)
asked.delete('postgraphile')

test.each([...asked])(
  'the ladder measures right answers of the %s',
  async (server, rungs) => {
    const service = await serve(registry, server === 'service' ? undefined : server)
    try {
      for (const [name, rung] of rungs) await requireRight({ name, rung, registry, service })
    } finally {
      await service.stop()
    }
  },
  60_000,
)

test('an answer without its wallet is no right one', async () => {
  const service = { url: 'data:application/json,null#' }
  const rung = ladder['REST single']!
  await expect(requireRight({ name: 'a rung', rung, registry, service })).rejects.toThrow('a rung answers wrongly')
})

test('the ladder keeps the rungs that its goals name, by the service and by a bare server', () => {
  expect([...asked.keys()]).toEqual(['bare', 'service'])
})
