// Preloaded into a server that is measured: tells by IPC what the process has used so far. Nothing in it is timed.

import { createRequire } from 'node:module'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'

/** What a process has used since it began. `cpuMicros` is of all its threads, user and system. `oldBytes` are those of the old generation now. */
export type Counters = { cpuMicros: number; allocatedBytes: number; roundTrips: number; oldBytes: number }

let roundTrips = 0

/** What is still on its way of a connection that sends without waiting. */
type Connection = { _sentQueryQueue?: unknown[] }
type Handle = (this: Connection, ...args: unknown[]) => unknown

/** The driver of the tree whose command line runs: another version has its own. */
type Driver = { Client: { prototype: { _handleReadyForQuery?: Handle } } }

/** The server says that it is ready after each statement. When no other was sent behind it, a round trip is over. */
function countRoundTrips(): void {
  const { Client } = createRequire(process.argv[1]!)('pg') as Driver
  const handle = Client.prototype._handleReadyForQuery
  if (!handle) throw new Error('The driver has no handler of ReadyForQuery: round trips cannot be counted.')
  Client.prototype._handleReadyForQuery = function (...args) {
    if (!this._sentQueryQueue?.length) roundTrips++
    return handle.apply(this, args)
  }
}

function counters(): Counters {
  const { user, system } = process.cpuUsage()
  const { total_allocated_bytes: allocatedBytes } = getHeapStatistics()
  const old = getHeapSpaceStatistics().filter(({ space_name }) => space_name === 'old_space')
  const oldBytes = old.reduce((sum, { space_used_size }) => sum + space_used_size, 0)
  return { cpuMicros: user + system, allocatedBytes, roundTrips, oldBytes }
}

if (process.send && process.argv[1]) {
  countRoundTrips()
  process.on('message', (order) => {
    // With `--expose-gc`: a full collection.
    if (order === 'collect') globalThis.gc?.()
    if (order === 'count') process.send!({ counted: counters() })
  })
  // The channel alone keeps no process alive.
  process.channel?.unref()
}
