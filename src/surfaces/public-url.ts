import type { Server } from 'node:net'
import type { Config } from '../config/config.ts'

const local = new Set(['0.0.0.0', '::', '::1', '127.0.0.1'])

/**
 * Returns the configured URL of the service, else this machine's address. The Host header of a request is never used: any client
 * can write it.
 */
export function publicUrlOf(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  server?: Server,
): string {
  if (publicUrl !== null) return publicUrl
  const at = server?.address()
  const listening = typeof at === 'object' && at !== null ? at.port : port
  const name = local.has(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${listening}`
}
