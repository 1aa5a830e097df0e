import { each, type Family, histogram, one } from '../family.ts'
import type { Counting } from './metrics.ts'

export const poolMetrics = ({ pool, poolWaits }: Counting): Family[] => [
  {
    name: 'signpost_pool_connections',
    help: 'Database connections of the pool.',
    type: 'gauge',
    read: () => each('state', { in_use: pool.totalCount - pool.idleCount, idle: pool.idleCount }),
  },
  {
    name: 'signpost_pool_size',
    help: 'Greatest number of database connections of the pools.',
    type: 'gauge',
    read: () => one(pool.options.max),
  },
  {
    name: 'signpost_pool_waiting',
    help: 'Requests that wait for a database connection.',
    type: 'gauge',
    read: () => one(pool.waitingCount),
  },
  {
    name: 'signpost_pool_wait_seconds',
    help: 'Time waited for a database connection.',
    type: 'histogram',
    read: () => histogram('signpost_pool_wait_seconds', poolWaits.seconds),
  },
  {
    name: 'signpost_pool_timeouts_total',
    help: 'Timeouts of waits for a database connection: each is a 503.',
    type: 'counter',
    read: () => one(poolWaits.timeouts),
  },
]
