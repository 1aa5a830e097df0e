import { setTimeout as pause } from 'node:timers/promises'
import { authorized, Connection, type Reply, requestOf as writtenRequest } from '../../test/support/connection.ts'
import { shuffle } from './statistics.ts'

/**
 * Requests built once and sent many times: all of a probe's are sent at the same moment, each on a separate connection.
 */
export type Probe = { label: string; requests: readonly Buffer[] }

/** Without a body it is a GET. */
export const requestOf = (path: string, key: string, body: unknown): Buffer =>
  writtenRequest(body === undefined ? 'GET' : 'POST', path, authorized(key), body)

/** Milliseconds by label; the entries of one index were measured in the same block. */
export type Times = Record<string, number[]>

/** Blocks that are measured and discarded. */
const warmUp = 40

/** Connections that send at the same moment. */
export class Group {
  readonly #connections: readonly Connection[]

  constructor(port: number, size: number) {
    this.#connections = Array.from({ length: size }, () => new Connection(port))
  }

  send({ requests }: Probe): Promise<Reply[]> {
    return Promise.all(requests.map((request, index) => this.#connections[index]!.send(request)))
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }
}

type Measuring = {
  blocks: number
  /** Number of groups that send requests, at different moments. */
  connections: number
  random: () => number
  /** Takes one series of times from a probe's requests. */
  metrics: readonly ((milliseconds: readonly number[]) => number)[]
  onBlock: ((done: number) => void) | undefined
  /** Called before each block, warm-up blocks included. */
  prepare: (() => Promise<void>) | undefined
}

/**
 * Sends every probe once in each block, in a new random order. The first blocks warm up and are discarded. @returns the
 * times by label, for each metric
 */
export async function measure(
  port: number,
  probes: readonly Probe[],
  { blocks, connections, random, metrics, onBlock, prepare }: Measuring,
): Promise<Times[]> {
  const series = metrics.map((): Times => Object.fromEntries(probes.map(({ label }) => [label, []])))
  const size = Math.max(...probes.map(({ requests }) => requests.length))
  let begun = -warmUp
  let done = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const group = new Group(port, size)
      for (let block = begun++; block < blocks; block = begun++) {
        await prepare?.()
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
        onBlock?.(++done)
      }
      group.close()
    }),
  )
  return series
}
