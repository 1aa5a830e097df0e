import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Pool } from 'pg'
import { type ApiKeys, createApiKeys } from '../access/api-keys/service.ts'
import { writeLastUse } from '../access/api-keys/store.ts'
import { type Authentication, createAuthentication } from '../access/authentication.ts'
import { beforeTheKey } from '../access/before-the-key.ts'
import { createKeyUsage, type KeyUsage } from '../access/key-usage.ts'
import { openBuckets } from '../access/quotas/open-store.ts'
import { createLimits, type Limits, unlimited } from '../access/quotas/service.ts'
import { createRequestLog, type RequestLog } from '../access/request-log.ts'
import { type ConsentGrants, createConsentGrants } from '../consent/grants/service.ts'
import { expireGrants, matchConsentRequests, purgeRequests } from '../consent/jobs.ts'
import { type ConsentRequestsApproval, createConsentRequestsApproval } from '../consent/requests/approval.ts'
import { type ConsentRequests, createConsentRequests } from '../consent/requests/service.ts'
import { openDatabaseClock } from '../database/clock.ts'
import { channels, createListener, type Listener } from '../database/listener.ts'
import { type Database, openOrm } from '../database/orm.ts'
import { boundWait } from '../database/pool-wait.ts'
import { watchPool } from '../database/pool-watch.ts'
import type { Statements } from '../database/prepared.ts'
import { createReadPool } from '../database/read-pool.ts'
import { boundSilence } from '../database/silence.ts'
import { traceStatements } from '../database/tracing.ts'
import { createEvents, type Events } from '../events/service.ts'
import type { Job } from '../kernel/job.ts'
import type { Logger } from '../kernel/log.ts'
import { retentionJobs } from '../maintenance/retention/jobs.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import { createOperationMeter, type OperationMeter } from '../observability/operations.ts'
import { createTracing, type Tracing } from '../observability/tracing.ts'
import { type Aliases, createAliases } from '../registry/aliases/service.ts'
import { createSealAddress } from '../registry/endpoints/address-sealing.ts'
import { createEndpoints, type Endpoints, type SealAddress } from '../registry/endpoints/service.ts'
import { createIdentities, type Identities } from '../registry/identities/service.ts'
import { createDisclosureRecorder } from '../resolution/disclosures/recorder.ts'
import { createDisclosures, type Disclosures, purgeDisclosures } from '../resolution/disclosures/service.ts'
import { insertDisclosureRecords } from '../resolution/disclosures/store.ts'
import { createResolution, type Resolution } from '../resolution/service.ts'
import { createResolutionFacts } from '../resolution/store.ts'
import { traceLookUps } from '../resolution/tracing.ts'
import { createWriting } from '../unit-of-work/write.ts'
import { openKeyring } from '../vault/data-key-store.ts'
import { watchDataKeys } from '../vault/data-key-watch.ts'
import type { KeyProvider } from '../vault/key-provider.ts'
import type { Keyring } from '../vault/keyring.ts'
import { chooseAddressSealer } from '../vault/seal-address.ts'
import type { QueueClock } from '../webhooks/deliveries/queue-store.ts'
import { createWebhookDeliveries, type WebhookDeliveries } from '../webhooks/deliveries/service.ts'
import { createSettling, type Settle } from '../webhooks/deliveries/settling.ts'
import { createWakeUp } from '../webhooks/deliveries/signal-store.ts'
import { createWebhooks, type Webhooks } from '../webhooks/service.ts'
import type { OutletParts } from '../webhooks/transport/http.ts'
import { noAttempts, type Outlet } from '../webhooks/transport/transport.ts'
import type { Config } from './config.ts'
import { databaseMetrics } from './database-metrics.ts'
import { appMetrics } from './metrics.ts'
import { createReleaseFloor, type ReleaseFloor } from './quantisation.ts'

export type Services = {
  authentication: Authentication
  identities: Identities
  aliases: Aliases
  endpoints: Endpoints
  consentGrants: ConsentGrants
  consentRequests: ConsentRequests
  consentRequestsApproval: ConsentRequestsApproval
  disclosures: Disclosures
  apiKeys: ApiKeys
  resolution: Resolution
  webhooks: Webhooks
  webhookDeliveries: WebhookDeliveries
  events: Events
  /** Writes down what an attempt at a delivery came to. */
  settleDelivery: Settle
}

/** One value per process: what lives as long as it does. */
export type App = {
  config: Config
  log: Logger
  clock: () => number
  newId: () => string
  db: Database
  pool: Pool
  statements: Statements
  keyring: Keyring
  sealAddress: SealAddress
  /** What other processes announce. */
  listener: Listener
  keyUsage: KeyUsage
  limits: Limits
  /** Waits until an answer that holds a miss may leave. `since` is when its body was parsed. */
  releaseFloor: ReleaseFloor
  requestLog: RequestLog
  /** Null when nobody may read the metrics. */
  operations: OperationMeter | null
  services: Services
  /** What the worker process repeats. */
  jobs: readonly Job[]
  /** When each job last succeeded, in Unix milliseconds. */
  jobSuccesses: Map<string, number>
  /** Null when nobody may read them: nothing is measured then that isn't counted anyway. */
  metrics: Metrics | null
  /** Null when no traces are asked for. */
  tracing: Tracing | null
  outlet: Outlet
  /** The database's clock, unless a test has its own. */
  queueClock: QueueClock
  close(): Promise<void>
}

export type AppOptions = {
  config: Config
  databaseUrl: string
  keyProvider: KeyProvider
  log: Logger
  /** The database's clock when there is none. */
  clock?: () => number
  newId?: () => string
  /** Without one, no webhook URL is permitted and nothing is sent. */
  createOutlet?: (parts: OutletParts) => Outlet
  queueClock?: QueueClock
  /** Takes the spans in the place of what the configuration says. */
  spanExporter?: SpanExporter
}

/** How long closing takes at most: a second longer than disclosure records are tried. What hangs then is left behind. */
const closeMs = 6_000

const noOutlet: Outlet = {
  permits: async () => false,
  attempt: async () => {
    throw new Error('This process has no way out to the network.')
  },
  close: async () => undefined,
  counts: noAttempts(),
}

export async function createApp({
  config,
  databaseUrl,
  keyProvider,
  log,
  clock: given,
  newId = randomUUID,
  createOutlet = () => noOutlet,
  queueClock = () => null,
  spanExporter,
}: AppOptions): Promise<App> {
  const addressSealer = chooseAddressSealer(config)
  const orm = await openOrm(databaseUrl, {
    poolSize: config.databasePoolSize,
    waitMs: config.databaseWaitMs,
    prepared: config.preparedStatements,
  })
  const db: Database = orm.em.fork().getKysely()
  const pool = await orm.em.getDriver().getConnection().getNativeClient()
  boundWait(pool, config.databaseWaitMs)
  if (config.databasePatienceMs > 0) boundSilence(pool, config.databasePatienceMs)
  const tracing = await createTracing(config.tracing, spanExporter)
  if (tracing) traceStatements(pool, tracing)
  const keyring = await openKeyring(db, keyProvider).catch(async (error) => {
    await orm.close()
    throw error
  })
  const databaseClock = given ? null : await openDatabaseClock(db)
  const clock = given ?? databaseClock!.now
  const listener = createListener({
    url: config.databaseListenUrl ?? databaseUrl,
    warn: (message) => log.warn(message),
  })
  const keyUsage = createKeyUsage({
    write: (uses) => writeLastUse(db, uses),
    warn: (error) => log.warn({ error }, 'the last use of keys is not written yet'),
  })
  const buckets = openBuckets({ config, pool, clock, log })
  const limits = config.rateLimits ? createLimits({ store: buckets, rules: config.quotas }) : unlimited

  const readPool = createReadPool({
    db,
    primary: pool,
    urls: config.databaseReadUrls,
    maxLagMs: config.databaseReadMaxLagMs,
    lists: {
      poolSize: config.databaseListPoolSize,
      timeoutMs: config.databaseListTimeoutMs,
      waitMs: config.databaseWaitMs,
    },
    onPool: (lists) => tracing && traceStatements(lists, tracing),
    onChange: (replica, isRead) =>
      log[isRead ? 'info' : 'warn']({ replica }, isRead ? 'lists are read from a replica' : 'a replica is left out'),
  })
  const { readLists, wrote } = readPool
  const wakeDeliveries = createWakeUp(pool)
  const write = createWriting({ db, keyring, newId, clock, wakeDeliveries, wrote })
  const outlet = createOutlet({ config, keyring, clock, log })
  const statements: Statements = { db, pool, isPrepared: config.preparedStatements }
  const settleDelivery = createSettling({ statements, newId, clock, queueClock, wakeDeliveries })
  const cooldownDays = (type: string) => (type === 'phone' ? config.cooldownDaysPhone : config.cooldownDays)
  const sealAddress = createSealAddress(keyring, addressSealer)
  const facts = createResolutionFacts(pool, { prepared: config.preparedStatements })
  const consentGrants = createConsentGrants({ db, readLists, write, newId, clock, limits })
  const { synchronous, retentionDays } = config.disclosureRecords
  const recorder = createDisclosureRecorder({
    insert: (records) => insertDisclosureRecords(db, records),
    newId,
    clock,
    synchronous,
    warn: (error, waiting) => log.warn({ error, waiting }, 'disclosure records are not stored yet'),
  })
  const authentication = createAuthentication({ db, keyring, limits, isLive: listener.isLive, used: keyUsage.used })
  listener.on(channels.keys, authentication.forget)
  listener.onGap(() => authentication.forget())
  const services: Services = {
    authentication,
    identities: createIdentities({ db, readLists, write, newId, cooldownDays }),
    aliases: createAliases({
      db,
      readLists,
      write,
      newId,
      cooldownDays,
      defaultRegion: config.defaultPhoneRegion,
      limits,
    }),
    endpoints: createEndpoints({
      db,
      readLists,
      write,
      newId,
      keyring,
      sealAddress,
    }),
    consentGrants,
    consentRequests: createConsentRequests({
      db,
      readLists,
      write,
      newId,
      defaultRegion: config.defaultPhoneRegion,
      limits,
    }),
    consentRequestsApproval: createConsentRequestsApproval({ write, clock, grants: consentGrants }),
    disclosures: createDisclosures({ readLists }),
    apiKeys: createApiKeys({ db, readLists, write, keyring, newId, clock, forget: authentication.forget }),
    resolution: createResolution({
      facts: tracing ? traceLookUps(facts, tracing) : facts,
      keyring,
      limits,
      defaultRegion: config.defaultPhoneRegion,
      // Records go out in batches of many requests.
      record: tracing && !synchronous ? (made) => tracing.outside(() => recorder.record(made)) : recorder.record,
    }),
    webhooks: createWebhooks({ db, readLists, write, keyring, newId, clock, outlet }),
    webhookDeliveries: createWebhookDeliveries({
      db,
      readLists,
      write,
      newId,
      clock,
      outlet,
      settle: settleDelivery,
      leaseMs: config.webhooks.leaseMs,
      wakeDeliveries,
    }),
    events: createEvents({ db, readLists }),
    settleDelivery,
  }
  const releaseFloor = createReleaseFloor(config.releaseFloor)
  const requestLog = createRequestLog(log, beforeTheKey.logLines)
  const jobDeps = { db, newId, clock, wakeDeliveries }
  const jobs = [
    matchConsentRequests(jobDeps),
    expireGrants(jobDeps),
    purgeRequests(jobDeps),
    purgeDisclosures({ db, retentionDays }),
    ...retentionJobs(db),
  ]
  const dataKeys = await watchDataKeys({
    db,
    provider: keyProvider,
    keyring,
    listener,
    nodeId: randomUUID(),
    warn: (error) => log.warn({ error }, 'the data keys could not be read anew'),
  })
  const jobSuccesses = new Map<string, number>()
  const metrics = config.metrics.port === null && config.metrics.token === null ? null : createMetrics()
  const operations = metrics && createOperationMeter()
  metrics?.add(
    ...(operations ? [operations.family] : []),
    ...databaseMetrics(db),
    ...appMetrics({
      resolution: services.resolution,
      lookUps: facts.counts,
      releaseFloor,
      limits,
      authentication,
      recorder,
      idempotency: write.counts,
      attempts: outlet.counts,
      listener,
      keyring,
      pool,
      poolWaits: watchPool(pool),
      jobSuccesses,
    }),
  )
  await listener.start()

  async function close(): Promise<void> {
    const over = pause(closeMs, 'over', { ref: false })
    const waitFor = async (what: string, work: Promise<unknown> | undefined): Promise<void> => {
      if ((await Promise.race([work, over])) === 'over') log.warn({ what }, 'stopping does not wait for it any longer')
    }
    databaseClock?.close()
    requestLog.stop()
    // All at once: while the database is away each of them waits for it, and records must not come last.
    const [lost] = await Promise.all([
      recorder.close(),
      waitFor('webhook connections', outlet.close()),
      waitFor('announcements', listener.close()),
      waitFor('last use of keys', keyUsage.close()),
      waitFor('data keys', dataKeys.close()),
    ])
    if (lost > 0) log.error({ lost }, 'disclosure records were lost')
    const sent = tracing?.close().catch((error) => log.warn({ error }, 'the last traces could not be sent'))
    await Promise.all([
      waitFor('quotas', buckets.close()),
      waitFor('traces', sent),
      waitFor('connections to replicas', readPool.close()),
    ])
    await waitFor('database connections', orm.close())
  }
  return {
    config,
    log,
    clock,
    newId,
    db,
    pool,
    statements,
    keyring,
    sealAddress,
    listener,
    keyUsage,
    limits,
    releaseFloor,
    requestLog,
    operations,
    services,
    jobs,
    jobSuccesses,
    metrics,
    tracing,
    outlet,
    queueClock,
    close,
  }
}
