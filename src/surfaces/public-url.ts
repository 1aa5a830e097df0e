import type { Server } from 'node:net'
import type { Config } from '../app/config.ts'

const local = new Set(['0.0.0.0', '::', '::1', '127.0.0.1'])

/**
 * Where clients reach the service: what the operator says, else this machine's own address. Never what a request says of its
 * host, which anybody may write.
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
