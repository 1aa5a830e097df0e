import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readConfig } from '../../../src/app/config.ts'
import { type App, createApp } from '../../../src/app/context.ts'
import { encodeId } from '../../../src/kernel/id.ts'
import { createLog } from '../../../src/kernel/log.ts'
import { normalizeIdentifier } from '../../../src/registry/aliases/normalization/normalize.ts'
import { endpointRecord } from '../../../src/registry/binding.ts'
import { decide } from '../../../src/resolution/policy.ts'
import { discloseEndpoint } from '../../../src/resolution/projection.ts'
import { endpointsOf, type ResolutionFacts, type ResolvableEndpoint } from '../../../src/resolution/store.ts'
import { parseKey } from '../../../src/vault/key-file.ts'
import { localKeyProvider } from '../../../src/vault/key-provider.ts'

/** What a rung is told by its environment. */
export const setting = {
  port: Number(process.env.PORT),
  databaseUrl: process.env.BENCH_DATABASE_URL!,
  consumerId: process.env.BENCH_CONSUMER!,
}

/** A package that is installed with the ladder alone: our side of a rung is type-checked with all the rest, and this is left out. */
export const foreign = (name: string): string => name

/** The service's process value, on the bench's database and keys. */
export async function openApp(): Promise<App> {
  return createApp({
    config: readConfig({ ...process.env, LOG_LEVEL: 'silent' }),
    databaseUrl: setting.databaseUrl,
    keyProvider: localKeyProvider(parseKey(process.env.ENCRYPTION_KEY!)),
    log: createLog('silent'),
  })
}

export const caller = { livemode: false, scopes: ['resolve'] }

export function lookUpOf(alias: string) {
  const { type, value, skeleton } = normalizeIdentifier(alias)
  return { livemode: false, type, value, skeleton, consumerId: setting.consumerId }
}

/** The record that a projection is bound to. */
const recordOf = ({ id, livemode, type }: ResolvableEndpoint, { identity }: ResolutionFacts) =>
  endpointRecord({ id, livemode, identityId: identity!.id, consumerId: identity!.consumerId, type })

/** The same answer as the service's, with nothing around it: no keys, no quotas, no records. */
export function answerOf(
  app: App,
  lookUp: { type: string; value: string },
  facts: ResolutionFacts,
  endpoints: readonly ResolvableEndpoint[] = endpointsOf(facts),
) {
  const verdict = decide({ caller, ...facts, endpoints })
  if (verdict.kind !== 'resolved') return null
  const shown = verdict.disclosed.map((endpoint) =>
    discloseEndpoint(
      { id: encodeId('endpoint', endpoint.id), type: endpoint.type, capabilities: endpoint.capabilities },
      JSON.parse(
        app.keyring
          .open('projection', recordOf(endpoint, facts), false, Buffer.from(endpoint.projection!, 'base64'))
          .toString('utf8'),
      ),
    ),
  )
  return {
    identity: encodeId('identity', facts.identity!.id),
    type: facts.identity!.type,
    matched_alias: { type: lookUp.type, value: lookUp.value },
    endpoints: shown,
    disclosure: {
      consumer: encodeId('consumer', setting.consumerId),
      total_endpoints: verdict.total,
      disclosed: shown.length,
    },
    livemode: false,
    request_id: 'req_00000000000000000000000000',
  }
}

/** A bare HTTP server that reads a JSON body and answers with JSON. */
export function serveJson(
  handle: (body: { alias: string; items: string[] }, url: string) => Promise<unknown> | unknown,
): void {
  createServer((request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', async () => {
      try {
        const payload = JSON.stringify(await handle(JSON.parse(text), request.url ?? ''))
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) })
        response.end(payload)
      } catch (error) {
        response.writeHead(500).end(String(error))
      }
    })
  }).listen(setting.port, '127.0.0.1', ready)
}

/** What the bench wants to know of the process itself. Sizes in bytes, times in ms. */
export type Vitals = { heapUsed: number; rss: number; loopDelay: { p50: number; p99: number; max: number } }

const loop = monitorEventLoopDelay({ resolution: 5 })

function vitals(): Vitals {
  const { heapUsed, rss } = process.memoryUsage()
  const [p50, p99, max] = [loop.percentile(50), loop.percentile(99), loop.max].map((ns) => ns / 1e6)
  loop.reset()
  return { heapUsed, rss, loopDelay: { p50: p50!, p99: p99!, max: max! } }
}

/** Tells the bench that the rung listens; from then on it may ask for vitals, or for the end. */
export function ready(): void {
  loop.enable()
  process.on('message', (order) => {
    if (order === 'exit') process.exit(0)
    if (order === 'collected vitals') globalThis.gc?.()
    if (order === 'vitals' || order === 'collected vitals') process.send?.(vitals())
  })
  process.send?.('ready')
}
