import { makeFixture } from './webhook-fixture.ts'
import { killWorkers } from './webhook-killing.ts'

const deliveries = Number(process.argv[2] ?? 3_000)
const kills = Number(process.argv[3] ?? 6)

const fixture = await makeFixture({ env: { WEBHOOK_LEASE_MS: '3000', WEBHOOK_POLL_MS: '100' } })
const figures = await killWorkers(fixture, { deliveries, kills, workers: 2 })
await fixture.close()

const share = (figures.doubled / deliveries) * 100
console.log(`deliveries               ${deliveries}`)
console.log(`kill -9 of workers       ${figures.kills}, of which between claim and finish: ${figures.landed}`)
console.log(`lost                     ${figures.lost}   goal 0`)
console.log(`doubled                  ${figures.doubled} (${share.toFixed(2)} %)   goal < 1 %`)
console.log(`not marked as delivered  ${figures.unfinished}   goal 0`)
if (figures.landed === 0) console.log('INCONCLUSIVE: no kill landed between claim and finish')
process.exitCode = figures.landed > 0 && figures.lost === 0 && figures.unfinished === 0 && share < 1 ? 0 : 1
