import type { Row } from './row.ts'
import { diskFull } from './rows/disk-full.ts'
import { kills } from './rows/kills.ts'
import { latencies } from './rows/latency.ts'
import { exhausted } from './rows/locks.ts'
import { blackhole, halfOpen, restart, terminated } from './rows/postgres-faults.ts'

export const rows: readonly Row[] = [kills, restart, terminated, blackhole, halfOpen, exhausted, diskFull, ...latencies]
