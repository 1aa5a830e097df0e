import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Config } from './config.ts'
import type { KeyProvider } from './crypto/key-provider.ts'
import type { Keyring } from './crypto/keyring.ts'
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
import { type Limits, unlimited } from './services/limits.ts'
import { createReleaseFloor, type ReleaseFloor } from './services/release-floor.ts'
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
  keyring: Keyring
  limits: Limits
  /** Waits until an answer that holds a miss may leave. `since` is when its body was parsed. */
  releaseFloor: ReleaseFloor
  services: Services
  close(): Promise<void>
}

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
  const orm = await openOrm(databaseUrl, { poolSize: config.databasePoolSize, waitMs: config.databaseWaitMs })
  const db: Database = orm.em.fork().getKysely()
  const pool = await orm.em.getDriver().getConnection().getNativeClient()
  const keyring = await openKeyring(db, keyProvider)
  const limits = unlimited

  const write = createWriting({ db, keyring, newId, clock, wakeDeliveries: () => undefined })
  const cooldownDays = (type: string) => (type === 'phone' ? config.cooldownDaysPhone : config.cooldownDays)
  const facts = createResolutionFacts(pool, { prepared: config.preparedStatements })
  const services: Services = {
    authentication: createAuthentication({ db, keyring, clock }),
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
  const releaseFloor = createReleaseFloor(config.releaseFloor)
  return { config, log, clock, newId, db, pool, keyring, limits, releaseFloor, services, close: () => orm.close() }
}

/**
 * One value per request: the call as the services see it, with what the resolvers need.
 *
 * Apollo hands resolvers a shallow copy of it. What changes in the course of a request is kept in one
 * object, `state`, which the copies share, so that the edge sees what the services said.
 */
export class RequestContext implements Call {
  readonly app: App
  readonly caller: Caller
  readonly requestId: string
  private readonly state: {
    release: Call['release']
    replayed: boolean
    idempotency: Call['idempotency']
    loaders?: Loaders
  }

  constructor(app: App, { caller, requestId }: { caller: Caller; requestId: string }) {
    this.app = app
    this.caller = caller
    this.requestId = requestId
    this.state = { release: 'at once', replayed: false, idempotency: null }
  }

  get services(): Services {
    return this.app.services
  }

  get loaders(): Loaders {
    this.state.loaders ??= createLoaders(this)
    return this.state.loaders
  }

  get release(): Call['release'] {
    return this.state.release
  }

  set release(release: Call['release']) {
    this.state.release = release
  }

  get replayed(): boolean {
    return this.state.replayed
  }

  set replayed(replayed: boolean) {
    this.state.replayed = replayed
  }

  get idempotency(): Call['idempotency'] {
    return this.state.idempotency
  }

  set idempotency(idempotency: Call['idempotency']) {
    this.state.idempotency = idempotency
  }
}
