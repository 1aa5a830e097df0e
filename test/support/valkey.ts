import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { openValkey } from '../../src/access/quotas/valkey-store.ts'
import { freePort } from './free-port.ts'

/** The name of the installed server, or null. Debian's packages are `valkey-server` and `redis-server`. */
export const valkeyServer: string | null =
  ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0) ?? null

export const valkeySkipped = 'skipped: neither valkey-server nor redis-server is installed'

/** A server of one's own on the loopback interface, which keeps nothing on disk. */
export async function startValkey(): Promise<{ url: string; stop(): Promise<void>; kill(): void }> {
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp']
  const server: ChildProcess = spawn(valkeyServer!, settings, { stdio: 'ignore' })
  const gone = new Promise<void>((settle) => server.once('exit', () => settle()))
  const url = `redis://127.0.0.1:${port}`
  const client = openValkey(url, { timeoutMs: 1_000 })
  for (let attempt = 0; (await client.ping().catch(() => 'not yet')) !== 'PONG'; attempt++) {
    if (attempt > 200) throw new Error('The Valkey server does not start')
    await pause(25)
  }
  client.disconnect()
  return {
    url,
    kill: () => void server.kill('SIGKILL'),
    async stop() {
      server.kill('SIGTERM')
      await gone
    },
  }
}
