import { inject } from 'vitest'
import { onDatabase } from './admin.ts'

/** Returns a gateway's database settings: direct, or with `TEST_POOLER` through the pooler, except for LISTEN. */
export function reach(
  url: string,
  { adminUrl, pooler }: { adminUrl: string; pooler: number | null } = inject('postgres'),
): Record<string, string> {
  const { host, pathname } = new URL(url)
  // Traffic through a test's own proxy stays on it.
  if (pooler === null || host !== new URL(adminUrl).host) return { DATABASE_URL: url }
  const through = new URL(onDatabase(adminUrl, pathname.slice(1)))
  through.port = String(pooler)
  return { DATABASE_URL: through.href, DATABASE_LISTEN_URL: url, PREPARED_STATEMENTS: 'off' }
}
