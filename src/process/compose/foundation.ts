import { randomUUID } from 'node:crypto'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { writeLastUse } from '../../access/api-keys/store.ts'
import { createAuthentication } from '../../access/authentication.ts'
import { createKeyNetworks, createKeyUsage } from '../../access/key-usage.ts'
import { unauthenticatedLimits } from '../../access/quotas/client-network.ts'
import { openBuckets } from '../../access/quotas/open-store.ts'
import { unlimited } from '../../access/quotas/rules.ts'
import { createLimits } from '../../access/quotas/service.ts'
import { createRequestLog, createRequestRecorder } from '../../access/requests/recorder.ts'
import { insertRequestRecords } from '../../access/requests/store.ts'
import { createUsageCounter } from '../../access/usage/counter.ts'
import { addKeyUsage, addUsage } from '../../access/usage/store.ts'
import type { Config } from '../../config/config.ts'
import { createPurposes } from '../../consent/purposes.ts'
import { openDatabaseClock } from '../../database/clock.ts'
import { createDueLook } from '../../database/conditions.ts'
import { channels, createListener } from '../../database/listener.ts'
import { type Database, openOrm } from '../../database/orm.ts'
import { instrument } from '../../database/pool.ts'
import { openReadIndex } from '../../database/read-index/open.ts'
import { createReadPool } from '../../database/read-pool.ts'
import { createWriting } from '../../events/write.ts'
import type { Caller } from '../../kernel/call.ts'
import type { Logger } from '../../kernel/log.ts'
import { createQuantiser } from '../../kernel/response-step.ts'
import { createTracing } from '../../observability/tracing.ts'
import { createProofNeeds } from '../../ownership/proofs/needs.ts'
import { createErasedSkeleton } from '../../registry/aliases/reservation.ts'
import { createBindingFailures } from '../../registry/binding.ts'
import type { CooldownDays } from '../../registry/identities/service.ts'
import { builtInSecrets, createOpener } from '../../releases/opener.ts'
import { createOpenerRate, partOf } from '../../releases/opener-queue/rate-limit.ts'
import { openKeyring } from '../../vault/data-key-store.ts'
import { watchDataKeys } from '../../vault/data-key-watch.ts'
import type { KeyProvider } from '../../vault/key-provider.ts'
import { createWakeUp } from '../../webhooks/deliveries/queue-store.ts'
import { openRecords } from './records.ts'

export type KernelOptions = {
  config: Config
  databaseUrl: string
  keyProvider: KeyProvider
  log: Logger
  /** The database's clock by default. */
  clock?: () => number
  newId?: () => string
  /** Replaces the configured destination of spans. */
  spanExporter?: SpanExporter
}

/** Days of cooldown of a released alias, by type. */
const cooldownDaysOf =
  ({ cooldownDays, cooldownDaysPhone }: Config): CooldownDays =>
  (type) =>
    type === 'phone' ? cooldownDaysPhone : cooldownDays

/** Rows of one operation and code that all processes together store for a consumer in a minute. */
const requestRowsPerMinute = 20

/**
 * Opens the parts that every process has: the database, the keys, authentication and quotas, the log, the release step.
 */
export async function openKernel({
  config,
  databaseUrl,
  keyProvider,
  log,
  clock: given,
  newId = randomUUID,
  spanExporter,
}: KernelOptions) {
  const orm = await openOrm(databaseUrl, {
    poolSize: config.databasePoolSize,
    waitMs: config.databaseWaitMs,
    timeoutMs: config.databaseTimeoutMs,
    prepared: config.preparedStatements,
  })
  const db: Database = orm.em.fork().getKysely()
  const pool = await orm.em.getDriver().getConnection().getNativeClient()
  const tracing = await createTracing(config.tracing, spanExporter)
  const { databaseWaitMs: waitMs } = config
  const poolWaits = instrument(pool, { waitMs, tracing })
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
    write: async (uses) => {
      await writeLastUse(db, uses)
      await addKeyUsage(db, uses)
    },
    warn: (error) => log.warn({ error }, 'the last use of keys is not written yet'),
  })
  const usage = createUsageCounter({
    write: (hours) => addUsage(db, hours),
    clock,
    warn: (error) => log.warn({ error }, 'counts of usage are not written yet'),
  })
  const buckets = openBuckets({ config, pool, clock, log })
  const limits = config.rateLimits ? createLimits({ store: buckets, rules: config.quotas }) : unlimited

  const readIndex = openReadIndex(pool, {
    urls: config.databaseReadUrls,
    waitMs: config.resolveReplicaWaitMs,
    tracing,
    log,
  })
  const readPool = createReadPool({
    db,
    primary: pool,
    readIndex,
    lists: {
      poolSize: config.databaseListPoolSize,
      timeoutMs: config.databaseListTimeoutMs,
      waitMs,
      tracing,
    },
  })
  const records = await openRecords(config, { db, pool }, tracing)
  const { readLists } = readPool
  const wakeDeliveries = createWakeUp(pool)
  const write = createWriting({ db, keyring, newId, clock, wakeDeliveries })
  const keyNetworks = createKeyNetworks({
    ...{ db, keyring, newId, clock, takesPrivate: config.trustProxy.length > 0 },
    warn: (error) => log.warn({ error }, 'the networks of keys are not written yet'),
  })
  const used = (caller: Caller, address: string): void => {
    keyUsage.used(caller)
    keyNetworks.seen(caller, address)
  }
  const authentication = createAuthentication({ db, keyring, limits, isLive: listener.isLive, used })
  listener.on(channels.keys, authentication.forget)
  listener.on(channels.consumers, authentication.forgetConsumer)
  listener.onGap(() => authentication.forget())
  const quantise = createQuantiser(config.releaseSteps)
  const requestLog = createRequestLog(log, unauthenticatedLimits.logLines)
  const requestRecords = createRequestRecorder({
    insert: (made) => insertRequestRecords(db, made),
    clock,
    warn: (error, waiting) => log.warn({ error, waiting }, 'records of requests are not stored yet'),
    perMinute: Math.max(1, Math.floor(requestRowsPerMinute / config.processes)),
  })
  const dataKeys = await watchDataKeys({
    db,
    provider: keyProvider,
    keyring,
    listener,
    nodeId: randomUUID(),
    log,
  })

  const openerRate = createOpenerRate({ limits: partOf(config.opener.limits, config.processes), log })
  const opener = openerRate.limited(createOpener(builtInSecrets(keyring), config.publicUrl ?? 'signpost'))

  return {
    config,
    log,
    clock,
    newId,
    db,
    pool,
    poolWaits,
    keyring,
    keyProvider,
    purposes: createPurposes(keyring),
    erasedSkeleton: createErasedSkeleton(keyring),
    needOf: createProofNeeds(config.ownership.requireProof),
    cooldownDays: cooldownDaysOf(config),
    defaultRegion: config.defaultPhoneRegion,
    opener,
    openerRate,
    failures: createBindingFailures(log),
    listener,
    keyUsage,
    keyNetworks,
    usage,
    limits,
    readIndex,
    readLists,
    /** Null if lists are read from the primary alone. */
    listReplicas: readPool.replicas,
    records,
    write,
    wakeDeliveries,
    askDue: createDueLook(db),
    authentication,
    quantise,
    requestLog,
    requestRecords,
    tracing,
    /**
     * Closes the parts in this order: first those that report, then those that others wait for, then the connections.
     */
    closing: { databaseClock, buckets, readPool, dataKeys, records, orm },
  }
}

export type Kernel = Awaited<ReturnType<typeof openKernel>>
