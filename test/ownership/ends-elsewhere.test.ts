import { beforeAll, expect, test } from 'vitest'
import { grantsOf } from '../../src/consent/grants/store.ts'
import { requestsOf } from '../../src/consent/requests/store.ts'
import { type Read, readPages } from '../../src/database/pages.ts'
import type { Page } from '../../src/kernel/page.ts'
import { freshName, registryForTests, registryOf } from '../support/registry.ts'
import { forTests } from '../support/server.ts'

const { server, owner } = registryForTests()
const grantee = forTests(() => server.key({ consumer: 'grantee' }))
beforeAll(async () => {
  const mine = registryOf(server, owner)
  const { id } = await mine.identity()
  await mine.grant(id, grantee.consumer, { expires_at: Math.floor(Date.now() / 1_000) + 3_600 })
  const body = { alias: `@${freshName()}` }
  expect((await grantee.post('/v1/consent_requests', body)).status).toBe(202)
})

const read: Read = async (statement) => (await statement.execute(server.app.db)).rows as never
const page = { limit: 5, direction: 'after', cursor: null } as Page

test('a server whose clock is not believed judges ends by the time that is given', async () => {
  const lists = [
    { listing: grantsOf({ ...owner, livemode: false }, 'owner'), of: owner.consumerId },
    { listing: requestsOf({ ...grantee, livemode: false }, 'outgoing'), of: grantee.consumerId },
  ]
  for (const { listing, of } of lists) {
    const ranOut = async (now: string | null) => {
      const [list] = await readPages<{ ran_out: boolean }>(read, listing, [of], page, now)
      return list!.rows.map(({ ran_out }) => ran_out)
    }
    expect(await ranOut(null)).toEqual([false])
    expect(await ranOut(new Date().toISOString())).toEqual([false])
    expect(await ranOut(new Date(Date.now() + 400 * 86_400_000).toISOString())).toEqual([true])
  }
})
