import { ConfigError, type Environment, flag, integer, oneOf, type ValuesOf } from './environment.ts'

/** A process serves everything, look-ups and consent requests, or everything but look-ups. */
export const roles = ['all', 'resolver', 'control'] as const
export type Role = (typeof roles)[number]

export const processVariables = {
  ROLE: {
    kind: oneOf(roles),
    standard: 'all',
    about: '`all`, `resolver` or `control`: [scaling.md](../how-to/scaling.md#roles)',
  },
  REUSE_PORT: {
    kind: flag,
    standard: 'off',
    about: 'on: several processes share the port, on Linux: [scaling.md](../how-to/scaling.md#one-process-a-core)',
  },
  PROCESSES: {
    kind: integer({ min: 1, max: 1_024 }),
    standard: '1',
    about:
      'the number of processes that share the quota store: each grants its part of the limits while the store is away',
  },
  PROCESS_INDEX: {
    kind: integer({ max: 1_023 }),
    standard: '0',
    about:
      'the index of this process on its machine: 0 alone runs the admin interface, the webhook worker and the jobs',
  },
} as const

/** The settings that decide whether several processes may share a port. */
type Shared = { role: Role; databaseUrl: string | undefined; rateLimitStore: 'memory' | 'postgres' | 'valkey' }

/** Checks the process's place among those that share its port and its quotas. @throws ConfigError */
export function requirePlace(
  { reusePort, processes, processIndex }: ValuesOf<typeof processVariables>,
  env: Environment,
  shared: Shared,
): void {
  if (reusePort) requireSharable(env, shared)
  if (processIndex >= processes)
    throw new ConfigError(`PROCESS_INDEX must be a whole number from 0 to ${processes - 1}.`)
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
    throw new ConfigError('REUSE_PORT=on needs a shared quota store: set VALKEY_URL or RATE_LIMIT_STORE=postgres.')
  }
  if (role !== 'all') {
    throw new ConfigError('REUSE_PORT=on needs ROLE=all: the roles resolver and control have ports of their own.')
  }
}
