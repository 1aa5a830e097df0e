import type { Pool } from 'pg'
import type { Authentication } from '../../access/authentication.ts'
import { type ConsumerNames, createConsumerNames } from '../../access/consumers/names.ts'
import type { KeyNetworks, KeyUsage } from '../../access/key-usage.ts'
import type { Limits } from '../../access/quotas/service.ts'
import type { RequestLog, RequestRecorder } from '../../access/requests/recorder.ts'
import type { UsageCounter } from '../../access/usage/counter.ts'
import type { Config } from '../../config/config.ts'
import { createPurposes } from '../../consent/purposes.ts'
import { type ConsentRequests, createConsentRequests } from '../../consent/requests/service.ts'
import type { Listener } from '../../database/listener.ts'
import type { Database } from '../../database/orm.ts'
import type { ReplicaReads } from '../../database/read-index/open.ts'
import { retried } from '../../database/retry.ts'
import type { Job } from '../../kernel/job.ts'
import type { Logger } from '../../kernel/log.ts'
import type { Quantise } from '../../kernel/response-step.ts'
import { databaseMetrics } from '../../observability/collect/database-metrics.ts'
import { appMetrics } from '../../observability/collect/metrics.ts'
import { createMetrics, createOperationMeter, type Metrics, type OperationMeter } from '../../observability/metrics.ts'
import type { Tracing } from '../../observability/tracing.ts'
import type { BindingFailures } from '../../registry/binding.ts'
import type { SealAddress } from '../../registry/endpoints/sealing.ts'
import type { SigningJwk } from '../../releases/signing.ts'
import { chooseAddressSealer } from '../../vault/address-key.ts'
import type { KeyProvider } from '../../vault/key-provider.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { QueueClock } from '../../webhooks/deliveries/queue-store.ts'
import type { Transport, TransportParts } from '../../webhooks/transport/transport.ts'
import { close } from './closing.ts'
import { type ControlPlane, createControlPlane, noServices, notHere } from './control-plane.ts'
import { createDelivery, noDelivery } from './delivery.ts'
import { type Kernel, type KernelOptions, openKernel } from './foundation.ts'
import { createOwnership } from './ownership.ts'
import { createResolver, type Resolver } from './resolver.ts'

type LookUps = Pick<Resolver, 'resolution' | 'payeeChecks' | 'destinationChecks'>

export type Services = ControlPlane['services'] &
  LookUps & {
    authentication: Authentication
    consumerNames: ConsumerNames
    consentRequests: ConsentRequests
  }

/** The values that live as long as the process. */
export type App = {
  config: Config
  log: Logger
  clock: () => number
  newId: () => string
  db: Database
  pool: Pool
  keyring: Keyring
  /** Wraps the data keys. */
  keyProvider: KeyProvider
  /** Keys that sign releases, published for payers to pin. */
  signingKeys: SigningJwk[]
  sealAddress: SealAddress
  /** Receives the announcements of other processes. */
  listener: Listener
  keyUsage: KeyUsage
  keyNetworks: KeyNetworks
  /** Counts the usage of each consumer for the table of hours. */
  usage: UsageCounter
  limits: Limits
  /** Waits until an answer with a miss may leave. `since` is the time when its body was parsed. */
  quantise: Quantise
  requestLog: RequestLog
  /** Records writes and refusals, for their consumers. */
  requestRecords: RequestRecorder
  /** Null if metrics are off. */
  operations: OperationMeter | null
  services: Services
  /** Counts rows that differ from their seal, as this process read them. */
  failures: BindingFailures
  /** Jobs that the worker process repeats. */
  jobs: readonly Job[]
  /** Sends due codes of challenges, and waits for them. */
  sendChallenges(): Promise<void>
  /** When each job last succeeded, in Unix milliseconds. */
  jobSuccesses: Map<string, number>
  /** Null if metrics are off: only the counters that the service needs anyway are kept then. */
  metrics: Metrics | null
  /** Null if tracing is off. */
  tracing: Tracing | null
  /** Null if look-ups are read from the primary alone. */
  replicas: ReplicaReads | null
  /** Null if lists are read from the primary alone. */
  listReplicas: ReplicaReads | null
  recorder: Resolver['recorder'] | null
  transport: Transport
  /** The database's clock, unless a test replaces it. */
  queueClock: QueueClock
  close(): Promise<void>
}

export type AppOptions = KernelOptions & {
  /** Without a transport, no webhook URL is permitted and nothing is sent. */
  createTransport?: (parts: TransportParts) => Transport
  queueClock?: QueueClock
}

function createServices(kernel: Kernel, resolver: Resolver | null, control: ControlPlane | null): Services {
  const { config, db, readLists, write, newId, limits, authentication } = kernel
  const own: Partial<Services> = {
    ...control?.services,
    ...(resolver && {
      resolution: resolver.resolution,
      payeeChecks: resolver.payeeChecks,
      destinationChecks: resolver.destinationChecks,
    }),
    authentication,
    consumerNames: createConsumerNames({ db }),
    consentRequests: createConsentRequests({
      db,
      readLists,
      write,
      newId,
      defaultRegion: config.defaultPhoneRegion,
      limits,
      purposes: createPurposes(kernel.keyring),
      usage: kernel.usage,
    }),
  }
  return Object.assign(Object.create(noServices), own)
}

/** A job continues with the rest, so it may be repeated as a whole after a serialization failure. */
const repeatable = (job: Job): Job => ({ ...job, run: () => retried(job.run) })

/** Composes a process. A role without a part constructs nothing of it. */
export async function createApp({ createTransport, queueClock = () => null, ...options }: AppOptions): Promise<App> {
  const { role } = options.config
  // Refuse an invalid configuration before anything is opened.
  const addressSealer = chooseAddressSealer(options.config)
  const kernel = await openKernel(options)
  const { config, db, listener } = kernel
  const resolver = role === 'control' ? null : createResolver(kernel)
  const delivery = role === 'resolver' ? null : createDelivery(kernel, { createTransport, queueClock })
  const ownership = delivery && (await createOwnership(kernel))
  const control = delivery && ownership && createControlPlane(kernel, delivery, addressSealer, ownership)
  const { transport } = delivery ?? noDelivery
  const jobs = [...(delivery ?? noDelivery).jobs, ...(ownership?.jobs ?? [])].map(repeatable)
  const jobSuccesses = new Map<string, number>()
  const metrics = config.metrics.port === null && config.metrics.token === null ? null : createMetrics()
  const operations = metrics && createOperationMeter()
  metrics?.add(
    ...(operations ? [operations.family] : []),
    ...(control ? databaseMetrics(db, kernel.records.db, kernel.openerRate) : []),
    ...appMetrics({
      ...kernel,
      resolver,
      releases: control?.services.releases ?? null,
      transport,
      challengeSends: ownership?.sending.counts ?? null,
      challengeLimits: ownership?.challengeLimits.counts ?? null,
      challengeAnswers: ownership?.services.challenges.counts ?? null,
      jobSuccesses,
    }),
  )
  await listener.start()
  const { closing, opener, ...shared } = kernel
  return {
    ...shared,
    signingKeys: addressSealer ? config.opener.publicKeys : opener.jwks(),
    sealAddress: control?.sealAddress ?? notHere,
    operations,
    services: createServices(kernel, resolver, control),
    jobs,
    sendChallenges: async () => ownership?.sending.drain(),
    jobSuccesses,
    metrics,
    replicas: resolver?.replicas ?? null,
    recorder: resolver?.recorder ?? null,
    transport,
    queueClock,
    close: () => close(kernel, { resolver, transport, ownership }),
  }
}
