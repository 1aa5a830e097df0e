import { randomUUID } from 'node:crypto'
import { bySystem } from '../src/events/actor.ts'
import { recordEvents } from '../src/events/store.ts'
import { newEvent } from '../src/events/write.ts'
import { encodeId } from '../src/kernel/id.ts'
import { type Environment, openOwner } from './app.ts'

/** An owner whose webhooks may be on this machine. */
export async function makeFixture(more: Environment = {}) {
  const owner = await openOwner({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', LOG_LEVEL: 'error', ...more })
  const { app, consumerId } = owner
  const data = { identity: encodeId('identity', randomUUID()), type: 'user' }
  const eventNow = () =>
    newEvent(randomUUID(), 'identity.created', data, { consumerId, livemode: false }, Date.now(), bySystem('bench'))
  return {
    ...owner,
    webhook: (url: string) => app.services.webhooks.create(owner.call(), { url, enabledEvents: ['*'] }),
    /** Records the given number of events with their deliveries, without a mutation each. */
    async happen(count: number): Promise<void> {
      for (let left = count; left > 0; left -= 500)
        await recordEvents(app.db, Array.from({ length: Math.min(left, 500) }, eventNow))
    },
    async count(where: string): Promise<number> {
      const { rows } = await app.pool.query(`select count(*)::int as n from webhook_delivery where ${where}`)
      return rows[0].n
    },
  }
}
export type Fixture = Awaited<ReturnType<typeof makeFixture>>
