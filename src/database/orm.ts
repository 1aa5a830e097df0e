import { fileURLToPath } from 'node:url'
import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, type InferKyselyDB, MikroORM } from '@mikro-orm/postgresql'
import type { Kysely, Selectable } from 'kysely'
import pg from 'pg'
import { readTimestamp } from '../kernel/stored.ts'
import * as consent from './entities/consent.ts'
import * as consumer from './entities/consumer.ts'
import * as identity from './entities/identity.ts'
import * as ownership from './entities/ownership.ts'
import * as release from './entities/release.ts'
import * as safekeeping from './entities/safekeeping.ts'
import * as webhook from './entities/webhook.ts'
import { answerGraceMs, BoundClient, connectMs } from './pool.ts'
import { SchemaComparison, unmanaged } from './schema-comparison.ts'

/** Everything that the files of the entities export. */
export const entities = [
  ...Object.values(consent),
  ...Object.values(consumer),
  ...Object.values(identity),
  ...Object.values(ownership),
  ...Object.values(release),
  ...Object.values(safekeeping),
  ...Object.values(webhook),
] as const

const migrationsPath = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Timestamps are returned as `Date`; MikroORM's own parsers read everything else. */
function typeParsers(): pg.CustomTypesConfig {
  const overrides = new pg.TypeOverrides()
  overrides.setTypeParser(1184, readTimestamp)
  return overrides
}

export type OrmOptions = {
  poolSize?: number
  waitMs?: number
  /** The server's time limit for a statement (`settleRole`): slightly later its connection is closed. 0 for none. */
  timeoutMs?: number
  /** Statements with a name are planned once by each connection. */
  prepared?: boolean
}

export function ormConfig(
  url: string,
  { poolSize = 10, waitMs = 1_000, timeoutMs = 0, prepared = false }: OrmOptions = {},
) {
  return defineConfig({
    clientUrl: url,
    entities: [...entities],
    extensions: [SchemaComparison, Migrator],
    schemaGenerator: unmanaged,
    // Connections stay open: a machine under load opens new ones too slowly.
    pool: { min: poolSize, max: poolSize },
    // MikroORM reads the database's address from a URL; the driver reads its other parts (TLS, a name for the
    // connection).
    driverOptions: {
      connectionString: url,
      Client: BoundClient,
      prepared,
      types: typeParsers(),
      ...(timeoutMs > 0 ? { answerMs: timeoutMs + answerGraceMs } : {}),
      connectionTimeoutMillis: Math.max(waitMs, connectMs),
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    },
    migrations: {
      path: migrationsPath,
      pathTs: migrationsPath,
      glob: '!(*.d).{js,ts}',
      emit: 'ts',
      tableName: 'migration',
      snapshot: false,
      transactional: true,
    },
    logger: () => undefined,
  })
}

export async function openOrm(url: string, options?: OrmOptions) {
  return await MikroORM.init(ormConfig(url, options))
}

type Tables = InferKyselyDB<(typeof entities)[number]>

/** The typed query builder over the entities' tables. Column names are SQL's snake_case. */
export type Database = Kysely<Tables>

/** A row of a table, as it is read. */
export type RowOf<Table extends keyof Tables> = Selectable<Tables[Table]>
