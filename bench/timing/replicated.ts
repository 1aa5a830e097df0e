import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { administer } from '../../test/support/admin.ts'
import { startKeeper } from '../../test/support/keeper.ts'
import { startPrimary, startStandby } from '../../test/support/replication.ts'
import type { ReplicaShares } from './fixture.ts'

/** How the replica that look-ups are read from is: well, always a little behind, or silent. */
export type ReplicaState = 'well' | 'behind' | 'silent'

/** So far behind is it then: further than the position of a batch that has just been closed, and within what is waited for. */
const behindMs = 4
const writeIntervalMs = 3

/** A primary and a replica of its own, whose state is chosen. */
export async function startReplicated() {
  const { scratch, stop: stopKeeper } = await startKeeper({ scratchOnly: true })
  const primary = await startPrimary(scratch, 'primary', { fsync: 'off' })
  const replica = await startStandby(scratch, 'replica', primary)
  let stopWriting = async () => undefined as unknown
  let isSilent = false

  async function enter(state: ReplicaState): Promise<void> {
    if (isSilent) await replica.thaw()
    isSilent = false
    await stopWriting()
    await administer(replica.url, `alter system set recovery_min_apply_delay = ${state === 'behind' ? behindMs : 0}`)
    await administer(replica.url, 'select pg_reload_conf()')
    if (state === 'behind') stopWriting = await keepWriting(primary.url)
    if (state === 'silent') await replica.freeze()
    isSilent = state === 'silent'
  }

  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    enter,
    async stop() {
      if (isSilent) await replica.thaw()
      await stopWriting()
      for (const node of [replica, primary]) await node.stop()
      await stopKeeper()
    },
  }
}

/** Writes what no table holds, without a pause, so that the log always has something that the replica has not replayed. */
async function keepWriting(url: string): Promise<() => Promise<unknown>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      await client.query({ name: 'write', text: "select pg_logical_emit_message(true, 'timing', '')" })
      await pause(writeIntervalMs)
    }
  })()
  return async () => {
    isOver = true
    await writing
    await client.end()
    return undefined
  }
}

/** Why the answers were not those of a replica in that state; null when they were. */
export function strayed(state: ReplicaState, before: ReplicaShares, after: ReplicaShares): string | null {
  const read = after.replicas - before.replicas
  const total = read + after.primary - before.primary
  const share = total === 0 ? 0 : read / total
  const waited = (after.waitMs - before.waitMs) / Math.max(1, read)
  const told = `of ${total} batches the replica answered ${read}, ${waited.toFixed(1)} ms after its turn had come`
  if (state === 'silent') return share < 0.05 && total > 0 ? null : told
  if (state === 'behind') return share > 0.5 && waited > 1 ? null : told
  return share > 0.9 ? null : told
}
