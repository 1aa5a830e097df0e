import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Config } from './config.ts'
import type { KeyProvider } from './crypto/key-provider.ts'
import { createLoaders, type Loaders } from './loaders.ts'
import type { Logger } from './log.ts'
import { openKeyring } from './persistence/data-keys.ts'
import { type Database, openOrm } from './persistence/orm.ts'
import { createResolutionFacts } from './persistence/resolution-facts.ts'
import { type Aliases, createAliases } from './services/aliases.ts'
import { type ApiKeys, createApiKeys } from './services/api-keys.ts'
import { type Authentication, createAuthentication } from './services/authentication.ts'
import type { Call, Caller } from './services/caller.ts'
import { type ConsentGrants, createConsentGrants } from './services/consent-grants.ts'
import { createEndpoints, type Endpoints } from './services/endpoints.ts'
import { createIdentities, type Identities } from './services/identities.ts'
import { createLimits, type Limits, unlimited } from './services/limits.ts'
import { openBuckets } from './services/limits-store.ts'
import { createResolution, type Resolution } from './services/resolution.ts'
import { createWriting } from './services/writing.ts'

export type Services = {
  authentication: Authentication
  identities: Identities
  aliases: Aliases
  endpoints: Endpoints
  consentGrants: ConsentGrants
  apiKeys: ApiKeys
  resolution: Resolution
}

/** One value per process: what lives as long as it does. */
export type App = {
  config: Config
  log: Logger
  clock: () => number
  newId: () => string
  db: Database
  pool: Pool
  limits: Limits
  services: Services
  close(): Promise<void>
}

/** One value per request: the call as the services see it, with what the resolvers need. */
export type RequestContext = Call & { app: App; services: Services; loaders: Loaders }

export type AppOptions = {
  config: Config
  databaseUrl: string
  keyProvider: KeyProvider
  log: Logger
  clock?: () => number
  newId?: () => string
}

export async function createApp({
  config,
  databaseUrl,
  keyProvider,
  log,
  clock = Date.now,
  newId = randomUUID,
}: AppOptions): Promise<App> {
  const orm = await openOrm(databaseUrl, { poolSize: config.databasePoolSize })
  const db: Database = orm.em.fork().getKysely()
  const pool = await orm.em.getDriver().getConnection().getNativeClient()
  const keyring = await openKeyring(db, keyProvider)
  const buckets = openBuckets({ config, pool, clock, log })
  const limits = config.rateLimits ? createLimits({ store: buckets, rules: config.quotas }) : unlimited
  if (!config.rateLimits) log.warn('RATE_LIMITS=off: nothing limits how fast a caller may guess aliases')

  const write = createWriting({ db, keyring, newId, clock, wakeDeliveries: () => undefined })
  const cooldownDays = (type: string) => (type === 'phone' ? config.cooldownDaysPhone : config.cooldownDays)
  const facts = createResolutionFacts(pool, { prepared: config.preparedStatements })
  const services: Services = {
    authentication: createAuthentication({ db, keyring, clock, limits }),
    identities: createIdentities({ db, write, newId, cooldownDays }),
    aliases: createAliases({
      db,
      write,
      newId,
      cooldownDays,
      defaultRegion: config.defaultPhoneRegion,
      limits,
    }),
    endpoints: createEndpoints({
      db,
      write,
      newId,
      keyring,
      sealAddress: async (id, livemode, address) => keyring.seal('address', id, livemode, address),
    }),
    consentGrants: createConsentGrants({ db, write, newId, clock }),
    apiKeys: createApiKeys({ db, write, keyring, newId, clock, announce: async () => undefined }),
    resolution: createResolution({
      facts,
      keyring,
      limits,
      defaultRegion: config.defaultPhoneRegion,
      record: async () => undefined,
    }),
  }
  return {
    config,
    log,
    clock,
    newId,
    db,
    pool,
    limits,
    services,
    close: async () => {
      await buckets.close()
      await orm.close()
    },
  }
}

/** What both edges make of an authenticated request. */
export function createRequestContext(
  app: App,
  { caller, requestId, idempotency = null }: { caller: Caller; requestId: string; idempotency?: Call['idempotency'] },
): RequestContext {
  const context = {
    app,
    services: app.services,
    caller,
    requestId,
    idempotency,
    release: 'at once',
    replayed: false,
  } as unknown as RequestContext
  let loaders: Loaders | undefined
  Object.defineProperty(context, 'loaders', { get: () => (loaders ??= createLoaders(context)) })
  return context
}
