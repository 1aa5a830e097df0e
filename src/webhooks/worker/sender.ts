import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { Agent, type Dispatcher, request } from 'undici'
import type { AttemptError } from '../rules.ts'
import type { EgressGuard } from '../transport/egress-guard.ts'

const standardTimeoutMs = 15_000
const largestAnswer = 16 * 1024
const excerptLength = 1024

type Answer = {
  ms: number
  status: number | null
  error: AttemptError | null
  excerpt: string | null
  retryAfter: string | null
}

/** Something on our side failed, so the attempt says nothing of the receiver. */
export class OwnFault extends Error {}

/** The attempt was given up because this process shuts down. */
export class Abandoned extends Error {}

const errorsByCode: Record<string, AttemptError> = {
  BLOCKED_ADDRESS: 'blocked_address',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  UND_ERR_CONNECT_TIMEOUT: 'connection_timeout',
  ETIMEDOUT: 'connection_timeout',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'answer_invalid',
}
const ownFaults = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EADDRNOTAVAIL'])

/** The class of a failure to get an answer. @throws OwnFault */
function classify(error: unknown): AttemptError {
  const { code = '', name = '' } = (error ?? {}) as { code?: unknown; name?: string }
  if (ownFaults.has(String(code))) throw new OwnFault('out of local resources', { cause: error })
  if (name === 'HTTPParserError' || String(code).startsWith('HPE_')) return 'answer_invalid'
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(String(code))) return 'tls_failed'
  return errorsByCode[String(code)] ?? 'connection_failed'
}

/** On which socket a delivery went out, and how far that socket had been read before. */
type Flight = { isReused: boolean; bytesBefore: number; socket: Socket }

type SentHeaders = { headers: string; socket: Socket }

type SendOptions = { stopping?: AbortSignal | undefined; timeoutMs?: number | undefined }

type SenderOptions = { guard: EgressGuard; connections: number; totalTimeoutMs?: number | undefined }

/** Sends deliveries, and tells which of them went out on a connection that had served before. */
export function createSender({ guard, connections, totalTimeoutMs = standardTimeoutMs }: SenderOptions) {
  // INVARIANT (pool): a pool per origin that is smaller than the process cap would let one path starve its host.
  const options = { connect: guard.connect, connections, headersTimeout: 0, bodyTimeout: 0, allowH2: false }
  const agent = new Agent(options)
  const fresh = new Agent({ ...options, pipelining: 0 })
  const flights = new Map<string, Flight | null>()
  const used = new WeakSet<Socket>()

  const onHeaders = (message: unknown) => {
    const { headers, socket } = message as SentHeaders
    const id = /^service-delivery-id: (\S+)/im.exec(headers)?.[1]
    if (id === undefined || !flights.has(id)) return
    flights.set(id, { isReused: used.has(socket), bytesBefore: socket.bytesRead, socket })
    used.add(socket)
  }
  subscribe('undici:client:sendHeaders', onHeaders)

  /** A keep-alive connection that the receiver had closed already: it never saw this delivery, or said nothing to it. */
  const wasStale = (id: string, error: AttemptError): boolean => {
    const flight = flights.get(id)
    return error === 'connection_reset' && flight?.isReused === true && flight.socket.bytesRead === flight.bytesBefore
  }

  /** INVARIANT (private answers): of an answer from a private network only the status is kept. */
  const mayShow = (id: string): boolean => {
    const flight = flights.get(id)
    return flight != null && !guard.isOpened(flight.socket)
  }

  async function exchange(dispatcher: Dispatcher, id: string, url: string, send: Sending, signal: AbortSignal) {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      method: 'POST',
      headers: send.headers,
      body: send.body,
      signal,
    })
    const excerpt = await excerptOf(body)
    const retryAfter = headers['retry-after']
    return {
      status: statusCode,
      excerpt: mayShow(id) ? excerpt : null,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
    }
  }

  return {
    /**
     * One attempt: no redirects, no proxy, a deadline for all of it. `deliveryId` is unique among those in flight.
     * @throws OwnFault · Abandoned
     */
    async send(
      deliveryId: string,
      url: string,
      send: Sending,
      { stopping, timeoutMs = totalTimeoutMs }: SendOptions = {},
    ): Promise<Answer> {
      const began = performance.now()
      const deadline = AbortSignal.timeout(timeoutMs)
      const signal = stopping ? AbortSignal.any([deadline, stopping]) : deadline
      const took = () => ({ ms: Math.round(performance.now() - began) })
      flights.set(deliveryId, null)
      try {
        for (const dispatcher of [agent, fresh]) {
          try {
            return { ...(await exchange(dispatcher, deliveryId, url, send, signal)), error: null, ...took() }
          } catch (error) {
            if (stopping?.aborted) throw new Abandoned()
            const kind = deadline.aborted ? 'timeout' : classify(error)
            if (dispatcher === agent && wasStale(deliveryId, kind)) continue
            return { status: null, error: kind, excerpt: null, retryAfter: null, ...took() }
          }
        }
        throw new Error('unreachable')
      } finally {
        flights.delete(deliveryId)
      }
    },

    async close(): Promise<void> {
      unsubscribe('undici:client:sendHeaders', onHeaders)
      await Promise.all([agent.destroy(), fresh.destroy()])
    },
  }
}

export type Sender = ReturnType<typeof createSender>
export type Sending = { headers: Record<string, string>; body: string }

/**
 * The beginning of the answer's body. The status line is the verdict: what goes wrong with the body afterwards, or how
 * much there is of it, changes nothing.
 */
async function excerptOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= largestAnswer) break
    }
  } catch {
    // The status has been said.
  }
  body.destroy()
  return Buffer.concat(chunks).subarray(0, excerptLength).toString('utf8').replaceAll('\0', '\ufffd')
}
