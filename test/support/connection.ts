import { connect, type Socket } from 'node:net'

export type Reply = { status: number; milliseconds: number; closes: boolean; retryAfter: number; body: string }

/** A connection that ended. `wasOpen`: it had been made; `wasWaiting`: a request was sent and its answer never came. */
export class ConnectionLost extends Error {
  readonly wasOpen: boolean
  readonly wasWaiting: boolean

  constructor(wasOpen: boolean, wasWaiting: boolean) {
    super('The server closed the connection')
    this.wasOpen = wasOpen
    this.wasWaiting = wasWaiting
  }
}

/** Writes one request; a body is sent as JSON. */
export function requestOf(method: string, path: string, headers: Record<string, string>, body?: unknown): Buffer {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const all = {
    Host: '127.0.0.1',
    ...headers,
    ...(text === '' ? {} : { 'Content-Type': 'application/json' }),
    'Content-Length': Buffer.byteLength(text),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

export const authorized = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` })

/**
 * A bare HTTP/1.1 connection with one request under way at most, whose clock stops at the answer's last byte: the time is the
 * server's, not the client's.
 */
export class Connection {
  /** Resolves with how it ended. */
  readonly lost: Promise<ConnectionLost>
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #start = 0
  #waiting: { settle: (reply: Reply) => void; fail: (error: ConnectionLost) => void } | null = null

  constructor(port: number) {
    let isOpen = false
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#socket.on('connect', () => {
      isOpen = true
    })
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk, performance.now()))
    this.#socket.on('error', () => undefined)
    this.lost = new Promise((resolve) => {
      this.#socket.on('close', () => {
        const lost = new ConnectionLost(isOpen, this.#waiting !== null)
        this.#waiting?.fail(lost)
        resolve(lost)
      })
    })
  }

  send(request: Buffer): Promise<Reply> {
    if (this.#socket.destroyed) return Promise.reject(new ConnectionLost(true, false))
    return new Promise((settle, fail) => {
      this.#waiting = { settle, fail }
      this.#start = performance.now()
      this.#socket.write(request)
    })
  }

  #receive(chunk: Buffer, at: number): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const bodyAt = this.#received.indexOf('\r\n\r\n') + 4
    if (bodyAt === 3) return
    const head = this.#received.toString('latin1', 0, bodyAt).toLowerCase()
    const length = Number(/\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0)
    if (this.#received.length < bodyAt + length) return
    const reply: Reply = {
      status: Number(head.slice(9, 12)),
      milliseconds: at - this.#start,
      closes: head.includes('\nconnection: close'),
      retryAfter: Number(/\nretry-after: (\d+)/.exec(head)?.[1] ?? 0),
      body: this.#received.toString('utf8', bodyAt, bodyAt + length),
    }
    this.#received = this.#received.subarray(bodyAt + length)
    const settle = this.#waiting?.settle
    this.#waiting = null
    settle?.(reply)
  }

  close(): void {
    this.#waiting = null
    this.#socket.destroy()
  }
}
