import { makeFixture } from '../../../../bench/webhook-fixture.ts'
import { standardCaps } from '../../../../src/webhooks/rules.ts'
import { nothing, type Row } from '../row.ts'
import { killWorkers } from '../webhook-killing.ts'

const deliveries = { quick: 400, full: 3_000 }
const kills = { quick: 2, full: 6 }

const rowFor = (webhooks: number): Row => ({
  name:
    webhooks === 1 ? 'webhook workers killed, one webhook' : `webhook workers killed, ${webhooks} webhooks on one host`,
  async run({ isQuick }) {
    const size = isQuick ? 'quick' : 'full'
    const fixture = await makeFixture({ WEBHOOK_LEASE_MS: '3000', WEBHOOK_POLL_MS: '100' })
    const figures = await killWorkers(fixture, {
      deliveries: deliveries[size],
      kills: kills[size],
      workers: 2,
      webhooks,
    }).finally(fixture.close)
    const share = (figures.doubled / deliveries[size]) * 100
    const failures: string[] = []
    if (figures.lost > 0) failures.push(`${figures.lost} deliveries lost`)
    if (figures.unfinished > 0) failures.push(`${figures.unfinished} not marked as delivered`)
    // A kill doubles what is in flight: four of one webhook, sixteen of a host, and what is answered but not written yet.
    const inFlight = webhooks === 1 ? standardCaps.perWebhook : standardCaps.perHost
    const most = kills[size] * (inFlight + standardCaps.perWebhook)
    if (figures.doubled > most) failures.push(`${figures.doubled} doubled, more than was in flight`)
    if (webhooks === 1 && share >= 1 && !isQuick) failures.push(`${share.toFixed(2)} % doubled`)
    return {
      ...nothing(),
      lost: figures.lost,
      doubled: figures.doubled,
      failures,
      unproven: figures.landed === 0 ? 'no kill fell between claim and finish' : null,
      notes: [
        `${figures.kills} kills during ${deliveries[size]} deliveries`,
        `${figures.landed} between claim and finish`,
        `${share.toFixed(2)} % doubled, ${(figures.doubled / figures.kills).toFixed(1)} a kill`,
      ],
    }
  },
})

export const webhooks: readonly Row[] = [rowFor(1), rowFor(10)]
