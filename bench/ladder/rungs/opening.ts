import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseKey } from '../../../src/vault/key-provider.ts'
import { openApp } from '../../app.ts'

/** The service's parts on the bench's database and keys, and the requesting consumer. */
export async function openRung() {
  const app = await openApp(process.env.DATABASE_URL!, parseKey(process.env.ENCRYPTION_KEY!), process.env)
  const { rows } = await app.pool.query("select id from consumer where name = 'bench'")
  return { app, consumerId: rows[0].id as string }
}

/** Prints the line that the service prints when it listens. */
export function listen(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`The rung listens on http://127.0.0.1:${(server.address() as AddressInfo).port}\n\n\n`)
  })
  process.on('SIGTERM', () => process.exit(0))
}
