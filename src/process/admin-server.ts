import type { AddressInfo } from 'node:net'
import type { Config } from '../config/config.ts'
import { createFastify } from '../surfaces/http/fastify.ts'
import { mountAdmin } from '../surfaces/rest/admin/mount.ts'
import { operatorByToken, readAdminTokens } from '../surfaces/tokens.ts'
import type { App } from './compose/context.ts'
import { closeInTime } from './server.ts'
import { StartFailure } from './starting.ts'

export type AdminServer = { url: string; close(): Promise<void> }

/** Reads the tokens before anything is opened; null without an admin interface. @throws StartFailure */
export function openAdminTokens({ admin }: Pick<Config, 'admin'>): string[] | null {
  if (admin === null) return null
  try {
    return readAdminTokens(admin.tokenFile)
  } catch (error) {
    throw new StartFailure((error as Error).message)
  }
}

/** The admin interface, on a separate port, in process 0 alone. */
export async function startAdminServer(app: App, tokens: readonly string[]): Promise<AdminServer> {
  const { host, port } = app.config.admin!
  // Metrics and traces are those of the main port.
  const quiet: App = { ...app, tracing: null }
  let isDraining = false
  const fastify = createFastify(quiet, { isDraining: () => isDraining })
  mountAdmin(fastify, quiet, operatorByToken(tokens))
  await fastify.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw new StartFailure(`ADMIN_PORT ${port} on ${host} can't be opened (${error.code ?? 'unknown'}).`)
  })
  const bound = fastify.server.address() as AddressInfo
  return {
    url: `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`,
    async close() {
      isDraining = true
      await closeInTime(fastify, app.config)
    },
  }
}
