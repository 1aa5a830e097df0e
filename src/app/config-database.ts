import { ConfigError, type Environment, flag, integer, list } from './environment.ts'

function urls(env: Environment, name: string): string[] {
  const items = list(env, name)
  if (items.every((item) => /^postgres(?:ql)?:\/\//.test(item) && URL.canParse(item))) return items
  throw new ConfigError(`${name} must be postgresql:// URLs, separated by commas.`)
}

function databaseUrl(env: Environment, name: string): string | undefined {
  const text = env[name] || undefined
  if (text === undefined || (/^postgres(?:ql)?:\/\//.test(text) && (URL.parse(text)?.pathname.length ?? 0) > 1))
    return text
  throw new ConfigError(`${name} must be like postgres://user:password@host:5432/database.`)
}

/** Where the database is, its replicas, and how long it is waited for. */
export function readDatabaseConfig(env: Environment) {
  if (env.DATABASE_RESOLVE_URLS)
    throw new ConfigError(
      'DATABASE_RESOLVE_URLS is no setting any more: name the replicas in DATABASE_READ_URLS, which look-ups and lists are both read from.',
    )
  return {
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    databaseListenUrl: env.DATABASE_LISTEN_URL,
    /** Streaming replicas that look-ups and lists may be read from, and how long one may take to be far enough. */
    databaseReadUrls: urls(env, 'DATABASE_READ_URLS'),
    resolveReplicaWaitMs: integer(env, 'RESOLVE_REPLICA_WAIT_MS', 20, { min: 1, max: 10_000 }),
    /** A PostgreSQL that disclosure records have to themselves. */
    databaseRecordsUrl: databaseUrl(env, 'DATABASE_RECORDS_URL'),
    databasePoolSize: integer(env, 'DATABASE_POOL_SIZE', 10, { min: 1, max: 500 }),
    /** How long a request may wait for a database connection, in milliseconds, before it is refused as overload. */
    databaseWaitMs: integer(env, 'DATABASE_WAIT_MS', 1_000, { min: 10 }),
    /** How long a statement may be silent, in milliseconds, before it is cancelled; 0 for ever. */
    databaseTimeoutMs: integer(env, 'DATABASE_PATIENCE_MS', 3_000),
    /** Connections of their own that lists have, and how long one statement of a list may take. */
    databaseListPoolSize: integer(env, 'DATABASE_LIST_POOL_SIZE', 3, { min: 1, max: 100 }),
    databaseListTimeoutMs: integer(env, 'DATABASE_LIST_TIMEOUT_MS', 250, { min: 10 }),
    preparedStatements: flag(env, 'PREPARED_STATEMENTS', true),
  }
}
