import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { shuffle } from './statistics.ts'

/** A request made once and sent many times. */
export type Probe = { label: string; request: Buffer }

export function probeOf(label: string, path: string, key: string, body: unknown): Probe {
  const text = JSON.stringify(body)
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    '',
  ]
  return { label, request: Buffer.from(head.join('\r\n') + text) }
}

/** Milliseconds by label; the entries of one index were measured in the same block. */
export type Times = Record<string, number[]>

export type Answer = { status: number; milliseconds: number; body: string }

/** One keep-alive connection that sends one request at a time and stops the clock at the answer's last byte. */
export class Connection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #start = 0
  #settle: ((answer: Answer) => void) | null = null
  #fail: ((error: Error) => void) | null = null

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk, performance.now()))
    this.#socket.on('error', (error) => this.#fail?.(error))
    this.#socket.on('close', () => this.#fail?.(new Error('The server closed the connection')))
  }

  send({ request }: Probe): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#settle = resolve
      this.#fail = reject
      this.#start = performance.now()
      this.#socket.write(request)
    })
  }

  #receive(chunk: Buffer, at: number): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const bodyAt = this.#received.indexOf('\r\n\r\n') + 4
    if (bodyAt === 3) return
    const head = this.#received.toString('latin1', 0, bodyAt)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
    if (this.#received.length < bodyAt + length) return
    const answer = {
      status: Number(head.slice(9, 12)),
      milliseconds: at - this.#start,
      body: this.#received.toString('utf8', bodyAt),
    }
    this.#received = Buffer.alloc(0)
    this.#settle!(answer)
  }

  close(): void {
    this.#fail = null
    this.#socket.destroy()
  }
}

/**
 * Sends every probe once in each block, in a new random order, over `connections` connections that are out of step.
 * The first blocks warm up and are thrown away.
 */
export async function measure(
  port: number,
  probes: readonly Probe[],
  {
    blocks,
    connections,
    random,
    warmUp = 40,
    onBlock = () => undefined,
  }: { blocks: number; connections: number; random: () => number; warmUp?: number; onBlock?: (done: number) => void },
): Promise<Times> {
  const times: Times = Object.fromEntries(probes.map(({ label }) => [label, []]))
  let begun = -warmUp
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new Connection(port)
      for (let block = begun++; block < blocks; block = begun++) {
        const measured: [label: string, milliseconds: number][] = []
        for (const probe of shuffle([...probes], random)) {
          if (connections > 1) await pause(random() * 2)
          measured.push([probe.label, (await connection.send(probe)).milliseconds])
        }
        if (block < 0) continue
        for (const [label, milliseconds] of measured) times[label]!.push(milliseconds)
        onBlock(times[probes[0]!.label]!.length)
      }
      connection.close()
    }),
  )
  return times
}
