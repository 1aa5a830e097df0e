import { openConnection, type Reply } from '../../load/connection.ts'
import type { Registry } from '../fixture.ts'

export type Ask = (method: 'POST' | 'DELETE', path: string, body?: object) => Promise<{ id: string }>

/** One bare connection: what a call takes is the server's time and not the client's. */
export function openAsking(url: string, { secret }: Registry): { ask: Ask; close(): void } {
  const { hostname, port, host } = new URL(url)
  let settle: ((reply: Reply | Error) => void) | undefined
  const connection = openConnection(hostname, Number(port), {
    onReply: (reply) => settle?.(reply),
    onGone: () => settle?.(new Error('The connection ended.')),
  })
  async function ask(method: string, path: string, body?: object): Promise<{ id: string }> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const replied = new Promise<Reply | Error>((resolve) => {
      settle = resolve
    })
    const type = body === undefined ? '' : 'content-type: application/json\r\n'
    connection.send(
      `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${secret}\r\n${type}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    )
    const reply = await replied
    if (reply instanceof Error) throw reply
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.body.slice(0, 300)}`)
    return JSON.parse(reply.body) as { id: string }
  }
  return { ask, close: connection.close }
}
