import { networkPrefix } from '../access/quotas/client-network.ts'
import { Call, type Caller, type NamesRead, type QuotaState, RequestLookUps } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import type { Place } from '../kernel/fair-queue.ts'
import { encodeId } from '../kernel/id.ts'
import type { App, Services } from '../process/compose/context.ts'
import { createLoaders, type Loaders } from './loaders.ts'

type Received = Pick<RequestContext, 'caller' | 'requestId' | 'receivedAt'> &
  Partial<Pick<RequestContext, 'publicId' | 'idempotencyKey' | 'address'>>

/** One value per request: the call for the services, with what the resolvers need. */
export class RequestContext extends Call {
  readonly app: App
  readonly caller: Caller
  readonly requestId: string
  /** `req_…`: the client's form of the id. */
  readonly publicId: string
  /** The client's network address, where there is one. */
  readonly address: string
  /** The Idempotency-Key as sent: unparsed until an operation takes it. */
  readonly idempotencyKey: unknown
  /** Time when the request was complete (monotonic milliseconds), from which the wait counts. */
  receivedAt: number
  /** Milliseconds that it has waited for its place since then. */
  waitedMs = 0
  /** Its place in the work queue. */
  place: Place | null = null
  /** True while its operation runs. */
  isAtWork = false
  idempotency: Call['idempotency'] = null
  release: Call['release'] = 'at once'
  replayed = false
  readonly quota: QuotaState = {}
  readonly lookUps = new RequestLookUps()
  readonly namesRead: NamesRead = {}
  private isAbandoned = false
  private madeLoaders: Loaders | undefined

  constructor(app: App, { caller, requestId, publicId, idempotencyKey, receivedAt, address = '' }: Received) {
    super()
    this.app = app
    this.caller = caller
    this.requestId = requestId
    this.publicId = publicId ?? encodeId('request', requestId)
    this.idempotencyKey = idempotencyKey
    this.address = address
    this.receivedAt = receivedAt
  }

  /** Marks the request as abandoned by its client: no further work may begin. */
  abandon(): void {
    this.isAbandoned = true
  }

  private requireWaiting(): void {
    if (this.isAbandoned) throw new SignpostError('service_unavailable')
  }

  get services(): Services {
    this.requireWaiting()
    return this.app.services
  }

  get loaders(): Loaders {
    this.requireWaiting()
    this.madeLoaders ??= createLoaders(this)
    return this.madeLoaders
  }

  /** Forgets the records that were read: a write makes them stale. */
  forgetRecords(): void {
    this.madeLoaders = undefined
  }

  get network(): string | null {
    return networkPrefix(this.address)
  }
}
