import { type ConsumerNames, createConsumerNames } from '../../access/consumers/names.ts'
import { type ConsentRequests, createConsentRequests } from '../../consent/requests/service.ts'
import { retried } from '../../database/retry.ts'
import type { Job } from '../../kernel/job.ts'
import { databaseMetrics } from '../../observability/collect/database-metrics.ts'
import { appMetrics } from '../../observability/collect/metrics.ts'
import { createMetrics, createOperationMeter } from '../../observability/metrics.ts'
import { chooseAddressSealer } from '../../vault/address-key.ts'
import { close } from './closing.ts'
import { type ControlPlane, createControlPlane, noServices, notHere } from './control-plane.ts'
import { createDelivery, type DeliveryOptions, noDelivery } from './delivery.ts'
import { type Kernel, type KernelOptions, openKernel } from './foundation.ts'
import { createOwnership } from './ownership.ts'
import { createResolver, type Resolver } from './resolver.ts'

export type Services = ControlPlane['services'] &
  Pick<Resolver, 'resolution' | 'payeeChecks' | 'destinationChecks'> &
  Pick<Kernel, 'authentication'> & {
    consumerNames: ConsumerNames
    consentRequests: ConsentRequests
  }

function createServices(kernel: Kernel, resolver: Resolver | null, control: ControlPlane | null): Services {
  const own: Partial<Services> = {
    ...control?.services,
    ...(resolver && {
      resolution: resolver.resolution,
      payeeChecks: resolver.payeeChecks,
      destinationChecks: resolver.destinationChecks,
    }),
    authentication: kernel.authentication,
    consumerNames: createConsumerNames(kernel),
    consentRequests: createConsentRequests(kernel),
  }
  return Object.assign(Object.create(noServices), own)
}

/** A job continues with the rest, so it may be repeated as a whole after a serialization failure. */
const repeatable = (job: Job): Job => ({ ...job, run: () => retried(job.run) })

/** Composes a process. A role without a part constructs nothing of it. */
export async function createApp({
  createTransport,
  queueClock = () => null,
  ...options
}: KernelOptions & Partial<DeliveryOptions>) {
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
    /** Keys that sign releases, published for payers to pin. */
    signingKeys: addressSealer ? config.opener.publicKeys : opener.jwks(),
    sealAddress: control?.sealAddress ?? notHere,
    /** Null if metrics are off. */
    operations,
    services: createServices(kernel, resolver, control),
    /** Jobs that the worker process repeats. */
    jobs,
    /** Sends due codes of challenges, and waits for them. */
    sendChallenges: async () => ownership?.sending.drain(),
    /** When each job last succeeded, in Unix milliseconds. */
    jobSuccesses,
    /** Null if metrics are off: only the counters that the service needs anyway are kept then. */
    metrics,
    /** Null if look-ups are read from the primary alone. */
    replicas: resolver?.replicas ?? null,
    recorder: resolver?.recorder ?? null,
    transport,
    /** The database's clock, unless a test replaces it. */
    queueClock,
    close: () => close(kernel, { resolver, transport, ownership }),
  }
}

/** The values that live as long as the process: those of the kernel, and those that its role adds. */
export type App = Awaited<ReturnType<typeof createApp>>
