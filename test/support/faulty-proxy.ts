import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Seen = { method: string; path: string; key: string | undefined; body: string; at: number }

type Exchange = { request: IncomingMessage; response: ServerResponse; body: Buffer; target: string }
/** Handling of one request. */
export type Fault = (exchange: Exchange) => Promise<unknown> | unknown

async function forward({ request, body, target }: Exchange): Promise<Response> {
  const { host, connection, 'content-length': _, ...headers } = request.headers as Record<string, string>
  const { method } = request
  return fetch(target + request.url, { method: method!, headers, ...(body.length > 0 ? { body } : {}) } as RequestInit)
}

export const pass: Fault = async (exchange) => {
  const answer = await forward(exchange)
  const text = await answer.text()
  exchange.response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text)
}
/** The request never arrives. */
export const dropBefore: Fault = ({ request }) => request.socket.destroy()
/** The service does what it is asked, and its answer is lost. */
export const dropAfter: Fault = async (exchange) => {
  await (await forward(exchange)).text()
  exchange.request.socket.destroy()
}
/** The answer breaks off half-way. */
export const cutShort: Fault = async (exchange) => {
  const text = await (await forward(exchange)).text()
  exchange.response.writeHead(200, { 'content-length': String(text.length) }).write(text.slice(0, text.length / 2))
  setTimeout(() => exchange.request.socket.destroy(), 20)
}
export const hang: Fault = () => undefined
export const refuse =
  (status: number, code: string, headers: Record<string, string> = {}): Fault =>
  ({ response }) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { type: 'api_error', code, message: 'Seeded.', request_id: 'req_seeded' } }))
/** A generic balancer's HTML error page. */
export const html =
  (status: number): Fault =>
  ({ response }) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')

/** Stands before a service and spoils requests: each takes the next fault, and passes when there is none left. */
export async function startFaultyProxy(target: string) {
  const seen: Seen[] = []
  const faults: Fault[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const key = request.headers['idempotency-key'] as string | undefined
    seen.push({ method: request.method!, path: request.url!, key, body: body.toString(), at: performance.now() })
    await (faults.shift() ?? pass)({ request, response, body, target })
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    /** Forgets what was seen and spoils the next requests in this way. */
    spoil(...next: Fault[]) {
      seen.length = 0
      faults.splice(0, faults.length, ...next)
    },
    close: () =>
      new Promise<void>((settle) => {
        server.closeAllConnections()
        server.close(() => settle())
      }),
  }
}
