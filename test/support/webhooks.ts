import { startWebhookWorker, type WebhookWorker, type WorkerOptions } from '../../src/webhooks/worker/worker.ts'
import { type Body, type Key, startTestServer, type TestServer, type TestServerOptions } from './server.ts'

export type WebhookServer = TestServer & {
  owner: Key
  /** Starts a worker on the server's own app; it is stopped with the server. */
  work(options?: Partial<WorkerOptions>): WebhookWorker
  webhook(url: string, more?: Record<string, unknown>): Promise<Body>
  /** Makes events of the type `identity.created`. */
  happen(count?: number): Promise<string[]>
  deliveries(webhook: string): Promise<Body[]>
  delivery(webhook: string, id: string): Promise<Body>
}

/** A server with an owner whose webhooks and events tests can make in a line. */
export async function startWebhookServer(options: TestServerOptions = {}): Promise<WebhookServer> {
  const server = await startTestServer(options)
  const owner = await server.key()
  const { key } = owner
  const workers: WebhookWorker[] = []
  return {
    ...server,
    owner,
    work(more = {}) {
      const worker = startWebhookWorker(server.app, { pollMs: 50, ...more })
      workers.push(worker)
      return worker
    },
    async webhook(url, more = {}) {
      const body = { url, enabled_events: ['*'], ...more }
      const made = await server.send('POST', '/v1/webhooks', { key, body })
      if (made.status !== 201) throw new Error(`no webhook: ${made.text}`)
      return made.body
    },
    async happen(count = 1) {
      const ids: string[] = []
      for (let n = 0; n < count; n++) {
        ids.push((await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })).body.id)
      }
      return ids
    },
    async deliveries(webhook) {
      return (await server.send('GET', `/v1/webhooks/${webhook}/deliveries?limit=100`, { key })).body.data
    },
    async delivery(webhook, id) {
      return (await server.send('GET', `/v1/webhooks/${webhook}/deliveries/${id}`, { key })).body
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await server.close()
    },
  }
}

/** Waits until `look` gives something, asking again and again. */
export async function eventually<T>(look: () => Promise<T | undefined | null | false>, ms = 10_000): Promise<T> {
  for (const end = Date.now() + ms; ; ) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error('it never came to be')
    await new Promise((settle) => setTimeout(settle, 20))
  }
}
