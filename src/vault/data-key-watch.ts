import { channels, type Listener } from '../database/listener.ts'
import type { Database } from '../database/orm.ts'
import { type Logger, outageLog } from '../kernel/log.ts'
import { forgetNode, readWrapped, reportNode, unwrapAll, writeSealCounts } from './data-key-store.ts'
import { type KeyProvider, withRetries } from './key-provider.ts'
import type { Keyring } from './keyring.ts'

const pollMs = 5_000
const retryMs = 1_000
/** The longest time without a successful read of the data keys: after it a process stops sealing. */
const maxAgeMs = 20_000
/** The time without a report after which a process counts as gone. It must exceed `maxAgeMs` by a request's time. */
export const goneAfterSeconds = 30

type Deps = {
  db: Database
  provider: KeyProvider
  keyring: Keyring
  listener: Listener
  nodeId: string
  log: Logger
  intervalMs?: number
}

/**
 * Keeps the key ring in step with the database: at a notification, every few seconds, and when a value names an absent
 * key. Stores the counts of seals, and reports in `node` the keys of this process, for the rotation that waits for it.
 */
export async function watchDataKeys({
  db,
  provider,
  keyring,
  listener,
  nodeId,
  log,
  intervalMs = pollMs,
}: Deps): Promise<{ close(): Promise<void> }> {
  const hurried = withRetries(provider, { pausesMs: [] })
  const outage = outageLog(log, 'the data keys could not be read again', 'the data keys are read again')
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let running: Promise<void> = Promise.resolve()

  async function reload(): Promise<void> {
    await writeSealCounts(db, keyring)
    const readAt = performance.now()
    const rows = await readWrapped(db)
    const known = new Set(keyring.keys().map(({ id }) => id))
    const usable = rows.filter(({ id }) => known.has(id))
    // The other keys stay usable if a new one can't be unwrapped yet: the rotation waits for this node.
    if (rows.every(({ id, status }) => status !== 'primary' || known.has(id))) {
      keyring.replace(await unwrapAll(usable, hurried, keyring.keys()), readAt)
    }
    try {
      if (usable.length < rows.length) keyring.replace(await unwrapAll(rows, hurried, keyring.keys()), readAt)
    } finally {
      await reportNode(db, nodeId, keyring.keys())
    }
  }

  async function once(): Promise<void> {
    if (isClosed) return
    clearTimeout(timer)
    let wait = intervalMs
    try {
      await reload()
      outage.worked()
    } catch (error) {
      wait = Math.min(retryMs, intervalMs)
      if (!isClosed) outage.failed(error)
    }
    if (isClosed) return
    timer = setTimeout(refresh, wait)
    timer.unref()
  }

  function refresh(): Promise<void> {
    running = running.then(once)
    return running
  }

  keyring.keepUp({ reload, maxAgeMs })
  listener.on(channels.dataKeys, () => void refresh())
  listener.onGap(() => void refresh())
  await refresh()

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
      await writeSealCounts(db, keyring).catch(() => undefined)
      await forgetNode(db, nodeId).catch(() => undefined)
    },
  }
}
