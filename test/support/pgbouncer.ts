import { spawn } from 'node:child_process'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseAccount } from '../../src/postgres/command.ts'
import { answers } from '../../src/postgres/connection.ts'
import { freePort } from './free-port.ts'

/** A PgBouncer in transaction mode before a server of this machine. */
export type Pooler = { port: number; stop(): Promise<void> }

// Nothing is forgiven: no start-up parameter is ignored, and a server connection goes to the next client as it was left. A server
// that was away is tried again after a second, as docs/how-to/scaling.md says, in place of 15.
const settings = (server: URL, port: number, idleSeconds: number) => `
[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${decodeURIComponent(server.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_reset_query_always = 0
max_client_conn = 4000
default_pool_size = 12
server_idle_timeout = ${idleSeconds}
min_pool_size = 0
server_login_retry = 1
log_connections = 0
log_disconnections = 0
`

export async function startPooler(adminUrl: string, folder: string, { idleSeconds = 3 } = {}): Promise<Pooler> {
  const port = await freePort()
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings(new URL(adminUrl), port, idleSeconds), { mode: 0o600 })
  // Like PostgreSQL itself, it refuses to run as root.
  const account = await chooseAccount(folder, () => undefined)
  if (account) await chown(file, account.uid, account.gid)
  const child = spawn('pgbouncer', ['-q', file], { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = new Promise<never>((_, fail) => {
    child.once('error', () => fail(new Error('PgBouncer is needed: install the package pgbouncer')))
    child.once('exit', (code) => fail(new Error(`PgBouncer ended with ${code}`)))
  })
  gone.catch(() => undefined)
  while (!(await Promise.race([gone, answers(port)]))) await pause(20)
  return {
    port,
    async stop() {
      child.kill('SIGKILL')
      await gone.catch(() => undefined)
    },
  }
}
