import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { App } from './context.ts'
import { mountExplorer } from './explorer.ts'
import { mountGraphql } from './graphql/mount.ts'
import { createFastify } from './http/fastify.ts'
import { mountPages } from './pages.ts'
import { statusOf, toSignpostError } from './rest/errors.ts'
import { mountRest } from './rest/mount.ts'
import { describeApi } from './rest/openapi.ts'
import { version } from './version.ts'

export type Server = {
  url: string
  fastify: FastifyInstance
  /** Refuses new work, lets what is under way finish, then closes. */
  stop(): Promise<void>
}

/** The HTTP server with both edges, not yet listening. */
export async function createServer(app: App): Promise<{ fastify: FastifyInstance; drain: () => void }> {
  let isDraining = false
  const fastify = createFastify(app)
  await describeApi(fastify, version)
  mountRest(fastify, app)
  mountPages(fastify, app, { isDraining: () => isDraining })
  await mountGraphql(fastify, app, {
    explorer: app.config.introspection ? mountExplorer(fastify) : null,
    refusal: (failure) => {
      const error = toSignpostError(failure)
      return { error, status: statusOf(error.code) }
    },
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
  const { fastify, drain } = await createServer(app)
  await fastify.listen({ host: app.config.host, port: app.config.port })
  const { address, port } = fastify.server.address() as AddressInfo
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    fastify,
    async stop() {
      drain()
      await fastify.close()
    },
  }
}
