import type { Row } from './row.ts'
import { kills } from './rows/kills.ts'
import { blackhole, halfOpen, restart, terminated } from './rows/postgres-faults.ts'

export const rows: readonly Row[] = [kills, restart, terminated, blackhole, halfOpen]
