import { expect, test } from 'vitest'
import { registryOf } from '../support/registry.ts'
import { forTests, startTestServer } from '../support/server.ts'

/* A fault of changed grants, found by an attack that knew their contract alone. */

const now = Date.now()
const server = forTests(() => startTestServer({ env: { RATE_LIMITS: 'on' }, clock: () => now }))

test('changes of a grant’s end can’t flood a grantee’s log: each notification costs the bucket of grants', async () => {
  const owner = await server.key({ consumer: 'flooding' })
  const grantee = await server.key({ consumer: 'flooded' })
  const mine = registryOf(server, owner)
  const { id } = await mine.identity()
  const end = Math.floor(now / 1000) + 1_000_000
  const grant = await mine.grant(id, grantee.consumer, { expires_at: end })
  const statuses = []
  for (let n = 1; n <= 150; n++)
    statuses.push((await mine.patch(`/v1/consent_grants/${grant.id}`, { expires_at: end - n })).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const theirs = registryOf(server, grantee)
  const page = async (after = '') => (await theirs.get(`/v1/events?limit=100&type=consent.updated${after}`)).data
  const heard = await page()
  heard.push(...(await page(`&starting_after=${heard.at(-1).id}`)))
  expect(heard.length).toBeLessThanOrEqual(100)
})
