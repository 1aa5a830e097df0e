// Sends as the service does, from a process of its own whose environment names a proxy: `node send-directly.ts <url>`.

import { parseCidrs } from '../../src/webhooks/address.ts'
import { createEgressGuard } from '../../src/webhooks/transport/egress-guard.ts'
import { createSender } from '../../src/webhooks/worker/sender.ts'

const url = process.argv[2]!
const sender = createSender({ guard: createEgressGuard({ allowed: parseCidrs(['127.0.0.0/8']) }), connections: 1 })
const { status } = await sender.send('one', `${url}/sent`, { body: '{}', headers: { 'service-delivery-id': 'one' } })
console.log(status)
await sender.close()
// The control: Node's own client obeys the environment.
await fetch(`${url}/fetched`).catch(() => undefined)
