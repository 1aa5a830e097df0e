import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config/config.ts'
import { statusOf } from '../kernel/status.ts'
import { contentType, type Metrics } from '../observability/metrics.ts'
import { tokenHolder } from '../surfaces/tokens.ts'
import { StartFailure } from './starting.ts'

/** Access to the metrics: from this machine without a token, from others with one. */
type Place = { name: 'METRICS_PORT' | 'PORT'; host: string; port: number; token: string | null }

type Measured = { config: Config; metrics: Metrics | null }

/** Serves the metrics on a separate port, to this machine only, if one is configured. */
export async function openExporter({ config, metrics }: Measured) {
  const { port } = config.metrics
  if (metrics === null || port === null) return null
  return startExporter({ name: 'METRICS_PORT', host: '127.0.0.1', port, token: null }, metrics)
}

/** A webhook worker serves no API on the service's port: it serves its metrics there, behind the token. */
export async function openWorkerExporter({ config, metrics }: Measured) {
  const {
    host,
    port,
    metrics: { token },
  } = config
  return metrics === null || token === null ? null : startExporter({ name: 'PORT', host, port, token }, metrics)
}

async function startExporter({ name, host, port, token }: Place, metrics: Metrics) {
  const mayRead = token === null ? () => true : tokenHolder(token)
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics' || !mayRead(request.headers.authorization)) {
      return response.writeHead(statusOf('route_not_found')).end()
    }
    const text = await metrics.text().catch(() => null)
    if (text === null) return response.writeHead(statusOf('service_unavailable')).end()
    response.writeHead(200, { 'content-type': contentType }).end(text)
  })
  await new Promise<void>((settle, fail) => {
    server.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) =>
      fail(new StartFailure(`${name} ${port} on ${host} can't be opened (${code}).`)),
    )
    server.listen(port, host, settle)
  })
  const bound = server.address() as AddressInfo
  return {
    url: `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}/metrics`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((settle) => server.close(settle))
    },
  }
}
