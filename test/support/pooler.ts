import { inject } from 'vitest'
import { onDatabase } from './admin.ts'

/** How a gateway reaches the database: directly, or with `TEST_POOLER` through the pooler, past which it only listens. */
export function reach(
  url: string,
  { adminUrl, pooler }: { adminUrl: string; pooler: number | null } = inject('postgres'),
): Record<string, string> {
  const { host, pathname } = new URL(url)
  // What goes through a proxy of the test's own has to go there.
  if (pooler === null || host !== new URL(adminUrl).host) return { DATABASE_URL: url }
  const through = new URL(onDatabase(adminUrl, pathname.slice(1)))
  through.port = String(pooler)
  return { DATABASE_URL: through.href, DATABASE_LISTEN_URL: url, PREPARED_STATEMENTS: 'off' }
}
