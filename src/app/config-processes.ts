import { ConfigError, type Environment, flag, integer } from './environment.ts'
import type { Role } from './role.ts'

/** The settings that decide if several processes may share a port. */
type Shared = { role: Role; databaseUrl: string | undefined; rateLimitStore: 'memory' | 'postgres' | 'valkey' }

/** The most processes that share the quotas. */
const mostProcesses = 1_024

/** The process's place among those that share its port and its quotas. @throws ConfigError */
export function readProcessConfig(env: Environment, shared: Shared) {
  if (env.WORKERS) {
    throw new ConfigError(
      'WORKERS is no longer supported: run one process a core with REUSE_PORT=on, PROCESSES=n, PROCESS_INDEX=0 to n-1 and a shared quota store (docs/scaling.md).',
    )
  }
  const reusePort = flag(env, 'REUSE_PORT', false)
  if (reusePort) requireSharable(env, shared)
  const processes = integer(env, 'PROCESSES', 1, { min: 1, max: mostProcesses })
  return {
    /** The port is shared with other processes, among which the kernel spreads the connections. */
    reusePort,
    /** How many processes share the quota store: each takes its part of the limits while the store is away. */
    processes,
    /** Process 0 alone has the admin interface, the webhook worker and the jobs. */
    processIndex: integer(env, 'PROCESS_INDEX', 0, { max: processes - 1 }),
  }
}

function requireSharable(env: Environment, { role, databaseUrl, rateLimitStore }: Shared): void {
  if (!env.PROCESSES || !env.PROCESS_INDEX) {
    throw new ConfigError(
      'REUSE_PORT=on needs PROCESSES, the number of processes, and PROCESS_INDEX, the number of this one from 0.',
    )
  }
  if (databaseUrl === undefined) {
    throw new ConfigError('REUSE_PORT=on needs DATABASE_URL: the embedded PostgreSQL belongs to one process.')
  }
  if (rateLimitStore === 'memory') {
    throw new ConfigError(
      'REUSE_PORT=on needs a quota store that processes share: set VALKEY_URL or RATE_LIMIT_STORE=postgres.',
    )
  }
  if (role !== 'all') {
    throw new ConfigError('REUSE_PORT=on needs ROLE=all: the roles resolver and control have ports of their own.')
  }
}
