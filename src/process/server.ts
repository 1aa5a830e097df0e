import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { version } from '../kernel/version.ts'
import { mountGraphql } from '../surfaces/graphql/mount.ts'
import { createSchema, traceResolvers } from '../surfaces/graphql/schema.ts'
import { createFastify } from '../surfaces/http/fastify.ts'
import { mountConsole, mountExplorer, mountReference } from '../surfaces/pages/built-page.ts'
import { mountDocumentation } from '../surfaces/pages/documentation.ts'
import { mountLanding } from '../surfaces/pages/landing.ts'
import { mountMetrics, mountPages } from '../surfaces/pages/pages.ts'
import { mountRest } from '../surfaces/rest/mount.ts'
import { describeApi } from '../surfaces/rest/openapi.ts'
import { servedDocument } from '../surfaces/rest/served-document.ts'
import type { App } from './compose/context.ts'
import { listenBeside, sharedPlace } from './listeners.ts'

export type Server = {
  url: string
  fastify: FastifyInstance
  /**
   * Reports that it isn't ready, serves on for `graceMs` so that balancers and keep-alive clients go elsewhere, then
   * closes; requests that take `limitMs` more are cut off.
   */
  stop(options?: { graceMs?: number; limitMs?: number }): Promise<void>
}

/**
 * The HTTP server with both edges, not yet listening. Closing it waits for `others`, the requests of listeners that it does
 * not know.
 */
export async function createServer(
  app: App,
  others: () => Promise<unknown> | undefined = () => undefined,
): Promise<{ fastify: FastifyInstance; drain: () => void }> {
  let isDraining = false
  const fastify = createFastify(app, { isDraining: () => isDraining })
  if (app.tracing) traceResolvers(createSchema())
  await describeApi(fastify, version)
  mountRest(fastify, app)
  mountPages(fastify, app, { isDraining: () => isDraining, describe: servedDocument })
  // The console needs operations that a resolver doesn't have.
  if (app.config.role !== 'resolver') mountConsole(fastify)
  mountReference(fastify)
  mountDocumentation(fastify)
  const { token } = app.config.metrics
  if (token !== null && app.metrics) mountMetrics(fastify, token, app.metrics)
  const explorer = app.config.introspection ? mountExplorer(fastify) : null
  mountLanding(fastify, (path) =>
    path === '/graphql' ? explorer !== null : fastify.hasRoute({ url: path, method: 'GET' }),
  )
  await mountGraphql(fastify, app, { explorer })
  // The last hook runs first: Apollo serves these requests too.
  fastify.addHook('onClose', async () => {
    await others()
  })
  await fastify.ready()
  return {
    fastify,
    drain: () => {
      isDraining = true
    },
  }
}

export async function startServer(app: App): Promise<Server> {
  let others: Promise<unknown> | undefined
  const { fastify, drain } = await createServer(app, () => others)
  const { host, port: asked, reusePort } = app.config
  // Fastify passes on Node's own options; its type leaves some of them out.
  const place = await sharedPlace({ host, port: asked, reusePort, backlog: app.config.maxConnections })
  await fastify.listen(place)
  const closeOthers = await listenBeside(fastify.server, place)
  const { address, port } = fastify.server.address() as AddressInfo
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    fastify,
    async stop({ graceMs = 0, limitMs } = {}) {
      drain()
      if (graceMs > 0) await pause(graceMs)
      others = closeOthers()
      await closeInTime(fastify, app.config, limitMs)
    },
  }
}

/** Closes a server: requests that take `limitMs` more are cut off, and silent connections after a while. */
export async function closeInTime(
  fastify: FastifyInstance,
  { headersTimeoutMs }: Pick<Config, 'headersTimeoutMs'>,
  limitMs = 15_000,
): Promise<void> {
  const cut = setTimeout(() => fastify.server.closeAllConnections(), limitMs)
  const watch = closeSilentConnections(fastify, headersTimeoutMs)
  await fastify.close()
  clearTimeout(cut)
  clearInterval(watch)
}

/** A closing server no longer times out silent clients: connections without a request are closed after a while. */
function closeSilentConnections({ server, connections }: FastifyInstance, afterMs: number): NodeJS.Timeout {
  let busyAt = performance.now()
  return setInterval(() => {
    if (connections.underWay > 0) busyAt = performance.now()
    else if (performance.now() - busyAt > afterMs) server.closeAllConnections()
  }, 100)
}
