import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request that a receiver got. */
export type Arrival = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  event: string
  delivery: string
  attempt: number
}

export type Behaviour = (arrival: Arrival, response: ServerResponse, request: IncomingMessage) => unknown

export type Receiver = {
  url: string
  arrivals: Arrival[]
  /** Sets its behaviour from now on. */
  behave(behaviour: Behaviour): void
  /** Resolves once it has got that many requests. */
  got(count: number): Promise<void>
  close(): Promise<void>
}

export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (_, response) =>
    response.writeHead(status, headers).end(body)

/** A webhook receiver on the loopback. */
export async function startReceiver(behaviour: Behaviour = answer(204)): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const waiting = new Set<() => void>()
  let behave = behaviour
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const { headers } = request
      const arrival: Arrival = {
        path: request.url!,
        headers,
        body: Buffer.concat(chunks).toString('utf8'),
        event: String(headers['service-event-id']),
        delivery: String(headers['service-delivery-id']),
        attempt: Number(headers['service-attempt']),
      }
      arrivals.push(arrival)
      for (const wake of waiting) wake()
      behave(arrival, response, request)
    })
  })
  server.keepAliveTimeout = 30_000
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    behave: (next) => {
      behave = next
    },
    got: (count) =>
      new Promise((settle) => {
        const check = () => {
          if (arrivals.length < count) return
          waiting.delete(check)
          settle()
        }
        waiting.add(check)
        check()
      }),
    close: () =>
      new Promise((settle) => {
        server.closeAllConnections()
        server.close(() => settle())
      }),
  }
}
