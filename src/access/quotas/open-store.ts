import type { Pool } from 'pg'
import type { Logger } from '../../kernel/log.ts'
import { withFallback } from './fallback-store.ts'
import { createMemoryBuckets } from './memory-store.ts'
import { createPostgresBuckets } from './postgres-store.ts'
import type { BucketStore } from './token-bucket.ts'
import { createValkeyBuckets, openValkey } from './valkey-store.ts'

/** Where the buckets live, as the environment says. */
type StoreSettings = {
  rateLimitStore: 'memory' | 'postgres' | 'valkey'
  valkeyUrl: string | undefined
  processes: number
}

type Deps = { config: StoreSettings; pool: Pool; clock: () => number; log: Logger }

/** Opens the configured store. Without a shared one the process counts in memory. */
export function openBuckets({ config, pool, clock, log }: Deps): BucketStore {
  const memory = createMemoryBuckets({ clock, processes: config.processes })
  const shared = sharedBuckets(config, pool)
  return shared ? withFallback(shared, memory, { clock, log }) : memory
}

function sharedBuckets(config: StoreSettings, pool: Pool): BucketStore | null {
  switch (config.rateLimitStore) {
    case 'valkey':
      return createValkeyBuckets(openValkey(config.valkeyUrl!))
    case 'postgres':
      return createPostgresBuckets(pool)
    case 'memory':
      return null
  }
}
