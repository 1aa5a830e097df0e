import { setTimeout as pause } from 'node:timers/promises'
import type { Transport } from '../../webhooks/transport/transport.ts'
import type { Kernel } from './foundation.ts'
import type { Ownership } from './ownership.ts'
import type { Resolver } from './resolver.ts'

/**
 * Milliseconds that closing may take: a second longer than the retries of disclosure records. Work that still hangs is
 * abandoned.
 */
const closeMs = 6_000

/** The parts that only some processes have. */
type Parts = { resolver?: Resolver | null; transport?: Transport; ownership?: Ownership | null }

export async function close(kernel: Kernel, { resolver, transport, ownership }: Parts = {}): Promise<void> {
  const { log, listener, keyUsage, keyNetworks, usage, requestLog, requestRecords, tracing } = kernel
  const { databaseClock, buckets, readPool, dataKeys, records, orm } = kernel.closing
  const over = pause(closeMs, 'over', { ref: false })
  const waitFor = async (what: string, work: Promise<unknown> | undefined): Promise<void> => {
    if ((await Promise.race([work, over])) === 'over') log.warn({ what }, 'stopping no longer waits for it')
  }
  databaseClock?.close()
  requestLog.stop()
  // All at once: while the database is away each of them waits for it, and records must not come last.
  const [lost] = await Promise.all([
    resolver?.recorder.close() ?? 0,
    waitFor('webhook connections', transport?.close()),
    waitFor('the sender of challenges', ownership?.sending.close()),
    waitFor('announcements', listener.close()),
    waitFor('use of keys and its counts', Promise.all([keyUsage.close(), keyNetworks.close(), usage.close()])),
    waitFor('records of requests', requestRecords.close()),
    waitFor('data keys', dataKeys.close()),
  ])
  if (lost > 0) log.error({ lost }, 'disclosure records were lost')
  const sent = tracing?.close().catch((error) => log.warn({ error }, 'the last traces could not be sent'))
  await Promise.all([
    waitFor('quotas', buckets.close()),
    waitFor('traces', sent),
    waitFor('connections to replicas', readPool.close()),
    waitFor('connections to the disclosure records', records.close()),
    waitFor('connections of look-ups to replicas', resolver?.replicas?.close()),
  ])
  await waitFor('database connections', orm.close())
}
