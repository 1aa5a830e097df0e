import { Client, type Pool } from 'pg'

const channel = 'webhook_delivery'
const pauseMs = 20

/**
 * Tells every worker that deliveries are due. Called after the commit: a NOTIFY inside a transaction serializes commits.
 * Many calls in a moment become one or two notifications, and one that is lost costs no more than the workers' poll.
 */
export function createWakeUp(pool: Pool): () => void {
  let isResting = false
  let isCalled = false
  const send = () => {
    isResting = true
    isCalled = false
    pool.query(`notify ${channel}`).catch(() => undefined)
    setTimeout(() => {
      isResting = false
      if (isCalled) send()
    }, pauseMs).unref()
  }
  return () => {
    isCalled = true
    if (!isResting) send()
  }
}

/** Calls `onDue` at each such notification, over a connection of its own that comes back when it breaks. */
export function listenForDeliveries(url: string, onDue: () => void): { close(): Promise<void> } {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const retry = () => {
    client = undefined
    if (!isClosed) timer = setTimeout(connect, 500)
  }
  const connect = () => {
    const fresh = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 })
    client = fresh
    fresh.on('notification', onDue)
    fresh.once('end', retry)
    fresh.on('error', () => undefined)
    fresh
      .connect()
      .then(() => fresh.query(`listen ${channel}`))
      .then(onDue, () => fresh.end().catch(() => undefined))
  }
  connect()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
