import { type Environment, flag, integer, list, matching } from './environment.ts'

const isPostgresUrl = (text: string): boolean => /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)

const databaseUrl = matching(
  'like postgres://user:password@host:5432/database',
  (text) => isPostgresUrl(text) && new URL(text).pathname.length > 1,
)

export const databaseVariables = {
  DATABASE_URL: {
    kind: databaseUrl,
    isSecret: true,
    about: 'the PostgreSQL to use; by default an embedded one, with sample data, for development',
  },
  DATABASE_LISTEN_URL: {
    kind: databaseUrl,
    standardShown: '`DATABASE_URL`',
    isSecret: true,
    about: 'a direct connection for LISTEN, without a pooler',
  },
  DATABASE_READ_URLS: {
    uses: ['serve'],
    kind: list('postgresql:// URLs', (item) => (isPostgresUrl(item) ? item : null)),
    standard: '',
    isSecret: true,
    about:
      'streaming replicas that look-ups and lists may be read from, each by its own address: [scaling.md](../how-to/scaling.md#look-ups-from-replicas)',
  },
  RESOLVE_REPLICA_WAIT_MS: {
    uses: ['serve'],
    kind: integer({ min: 1, max: 10_000 }),
    standard: '20',
    about: 'how long a replica may take to catch up before the primary answers instead',
  },
  DATABASE_RECORDS_URL: {
    kind: databaseUrl,
    standardShown: '`DATABASE_URL`',
    isSecret: true,
    about: 'a separate PostgreSQL for disclosure records: [scaling.md](../how-to/scaling.md#disclosure-records-apart)',
  },
  DATABASE_POOL_SIZE: { kind: integer({ min: 1, max: 500 }), standard: '10', about: 'connections per process' },
  DATABASE_WAIT_MS: {
    kind: integer({ min: 10 }),
    standard: '1000',
    about: 'how long a request waits for a connection before it gets 503 `service_unavailable`',
  },
  DATABASE_TIMEOUT_MS: {
    kind: integer(),
    standard: '3000',
    about:
      'how long a statement may take, 0 for no limit: `migrate` and `serve` set it as the `statement_timeout` of the role in the database; a second later a connection without an answer is closed',
  },
  DATABASE_LIST_POOL_SIZE: {
    uses: ['serve'],
    kind: integer({ min: 1, max: 100 }),
    standard: '3',
    about: 'connections that only lists use',
  },
  DATABASE_LIST_TIMEOUT_MS: {
    uses: ['serve'],
    kind: integer({ min: 10 }),
    standard: '250',
    about: 'how long one statement of a list may take before the list gets 503 `overloaded`',
  },
  PREPARED_STATEMENTS: {
    kind: flag,
    standard: 'on',
    about: 'off for a PgBouncer older than 1.21 in transaction mode',
  },
} as const

/** `host:port` of DATABASE_URL for messages, which show neither user nor password; null without one. */
export function databaseHost(env: Environment = process.env): string | null {
  const url = URL.parse(env.DATABASE_URL ?? '')
  return url?.hostname ? `${url.hostname}:${url.port || 5432}` : null
}
