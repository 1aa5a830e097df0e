import type { Row } from './row.ts'
import { diskFull } from './rows/disk-full.ts'
import { kills } from './rows/kills.ts'
import { latencies } from './rows/latency.ts'
import { listener } from './rows/listener.ts'
import { exhausted } from './rows/locks.ts'
import { blackhole, cut, halfOpen, restart, terminated } from './rows/postgres-faults.ts'
import { sigterm } from './rows/sigterm.ts'
import { skew } from './rows/skew.ts'
import { valkey } from './rows/valkey.ts'
import { webhooks } from './rows/webhooks.ts'

export const rows: readonly Row[] = [
  kills,
  restart,
  terminated,
  cut,
  blackhole,
  halfOpen,
  exhausted,
  diskFull,
  skew,
  listener,
  valkey,
  ...latencies,
  ...webhooks,
  sigterm,
]
