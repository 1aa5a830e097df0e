import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { encodeId } from '../../../src/kernel/id.ts'
import { normalizeIdentifier } from '../../../src/registry/aliases/normalization/normalize.ts'
import { endpointRecord } from '../../../src/registry/binding.ts'
import { createResolutionFacts } from '../../../src/resolution/batching.ts'
import { discloseEndpoint, endpointsOf } from '../../../src/resolution/endpoints.ts'
import { decide } from '../../../src/resolution/policy.ts'
import { listen, openRung } from './opening.ts'

/**
 * node:http over the service's one statement and its policy alone: no keys, no quotas, no records. `/batched` gathers
 * the look-ups of all requests, which is the ceiling; `/single` sends one prepared statement for each.
 */
const { app, consumerId } = await openRung()
const loaders = {
  batched: createResolutionFacts(app.pool),
  single: createResolutionFacts(app.pool, { maxBatchSize: 1, maxInFlight: 256 }),
}
const caller = { livemode: false, scopes: ['resolve'] }

async function resolve(loader: keyof typeof loaders, alias: string) {
  const { type, value, skeleton } = normalizeIdentifier(alias)
  const facts = await loaders[loader].load({ livemode: false, type, value, skeleton, consumerId })
  const verdict = decide({ caller, ...facts, endpoints: endpointsOf(facts) })
  if (verdict.kind !== 'resolved') return null
  const identity = facts.identity!
  const shown = verdict.disclosed.map(({ id, livemode, type, capabilities, projection }) => {
    const record = endpointRecord({ id, livemode, type, identityId: identity.id, consumerId: identity.consumerId })
    const opened = app.keyring.open('projection', record, false, Buffer.from(projection!, 'base64')).toString('utf8')
    return discloseEndpoint({ id: encodeId('endpoint', id), type, capabilities }, JSON.parse(opened))
  })
  return {
    identity: encodeId('identity', identity.id),
    type: identity.type,
    matched_alias: { type, value },
    endpoints: shown,
    disclosure: { total_endpoints: verdict.total, disclosed: shown.length },
    livemode: false,
  }
}

listen(
  createServer(async (request, response) => {
    const { alias, items } = (await json(request)) as { alias: string; items?: string[] }
    const loader = request.url!.startsWith('/single') ? 'single' : 'batched'
    const results = await Promise.all((items ?? [alias]).map((one) => resolve(loader, one)))
    const payload = JSON.stringify(items ? { results } : results[0])
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) })
    response.end(payload)
  }),
)
