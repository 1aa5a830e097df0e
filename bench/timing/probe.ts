import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { shuffle } from './statistics.ts'

/** Requests made once and sent many times: all of a probe's go out at the same moment, each on a connection of its own. */
export type Probe = { label: string; requests: readonly Buffer[] }

export function requestOf(path: string, key: string, body: unknown): Buffer {
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
  return Buffer.from(head.join('\r\n') + text)
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

  send(request: Buffer): Promise<Answer> {
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

/** Connections that ask at the same moment. */
export class Group {
  readonly #connections: readonly Connection[]

  constructor(port: number, size: number) {
    this.#connections = Array.from({ length: size }, () => new Connection(port))
  }

  send({ requests }: Probe): Promise<Answer[]> {
    return Promise.all(requests.map((request, index) => this.#connections[index]!.send(request)))
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }
}

type Measuring = {
  blocks: number
  /** How many groups ask, out of step. */
  connections: number
  random: () => number
  /** What is taken of the times of a probe's requests: one series of times each. */
  metrics: readonly ((milliseconds: readonly number[]) => number)[]
  warmUp?: number
  onBlock?: (done: number) => void
  /** Before each block, also of those that warm up. */
  prepare?: () => Promise<void>
}

/**
 * Sends every probe once in each block, in a new random order. The first blocks warm up and are thrown away.
 * @returns the times by label, for each metric
 */
export async function measure(
  port: number,
  probes: readonly Probe[],
  {
    blocks,
    connections,
    random,
    metrics,
    warmUp = 40,
    onBlock = () => undefined,
    prepare = async () => undefined,
  }: Measuring,
): Promise<Times[]> {
  const series = metrics.map((): Times => Object.fromEntries(probes.map(({ label }) => [label, []])))
  const size = Math.max(...probes.map(({ requests }) => requests.length))
  let begun = -warmUp
  let done = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const group = new Group(port, size)
      for (let block = begun++; block < blocks; block = begun++) {
        await prepare()
        const measured: [label: string, milliseconds: number[]][] = []
        for (const probe of shuffle([...probes], random)) {
          if (connections > 1) await pause(random() * 2)
          const answers = await group.send(probe)
          measured.push([probe.label, answers.map(({ milliseconds }) => milliseconds)])
        }
        if (block < 0) continue
        for (const [label, milliseconds] of measured) {
          metrics.forEach((metric, index) => void series[index]![label]!.push(metric(milliseconds)))
        }
        onBlock(++done)
      }
      group.close()
    }),
  )
  return series
}
