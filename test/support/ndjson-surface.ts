import { createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { SignpostError } from '../../src/kernel/errors.ts'
import type { App } from '../../src/process/compose/context.ts'
import { perform } from '../../src/surfaces/perform.ts'
import { operationOf } from '../../src/surfaces/rest/operation.ts'
import { routes } from '../../src/surfaces/rest/routes.ts'

/** A line of the request: which operation, with what, and who asks. */
type Line = Partial<{ key: string; idempotencyKey: string; operation: string; params: object; body: unknown }>

const operations = new Map(routes.map((row) => [row.maps as string, operationOf(row)]))

const unknown: ReturnType<typeof operationOf> = {
  name: 'unknown',
  scope: null,
  payload: null,
  read: () => {
    throw new SignpostError('route_not_found')
  },
  run: () => undefined,
  render: () => ({ status: 200, text: '' }),
}

/** A separate surface: a JSON object a line over a socket, one line back for each. */
export async function startNdjson(app: App): Promise<{ port: number; server: Server }> {
  async function answer(text: string, address: string): Promise<string> {
    const { key, idempotencyKey, operation = '', params = {}, body }: Line = JSON.parse(text)
    const sent = { method: 'LINE', url: `${operation} ${JSON.stringify(params)}`, params, query: {}, body }
    const incoming = { authorization: key && `Bearer ${key}`, address, idempotencyKey }
    const {
      status,
      headers,
      text: answered,
    } = await perform(app, operations.get(operation) ?? unknown, {
      incoming,
      sent,
    })
    return JSON.stringify({ status, headers: Object.fromEntries(headers), body: answered })
  }
  const server = createServer((socket) => {
    createInterface({ input: socket }).on('line', async (line) => {
      socket.write(`${await answer(line, socket.remoteAddress!)}\n`)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { port: (server.address() as { port: number }).port, server }
}
