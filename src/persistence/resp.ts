import { createConnection, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** A reply of a Valkey or Redis server. An error reply is an `Error` here, and rejects where it was asked for. */
export type Reply = string | number | null | Error | Reply[]

/** Reads one RESP2 reply at `start`. @returns it with where the next one starts; null while bytes are missing */
export function readReply(bytes: Buffer, start = 0): { reply: Reply; next: number } | null {
  const lineEnd = bytes.indexOf('\r\n', start)
  if (lineEnd === -1) return null
  const line = bytes.toString('utf8', start + 1, lineEnd)
  const next = lineEnd + 2
  switch (String.fromCharCode(bytes[start]!)) {
    case '+':
      return { reply: line, next }
    case '-':
      return { reply: new Error(line), next }
    case ':':
      return { reply: Number(line), next }
    case '$': {
      const length = Number(line)
      if (length < 0) return { reply: null, next }
      if (bytes.length < next + length + 2) return null
      return { reply: bytes.toString('utf8', next, next + length), next: next + length + 2 }
    }
    case '*':
      return readArray(bytes, next, Number(line))
    default:
      throw new Error('Not a RESP reply')
  }
}

function readArray(bytes: Buffer, start: number, count: number): { reply: Reply; next: number } | null {
  if (count < 0) return { reply: null, next: start }
  const replies: Reply[] = []
  let next = start
  while (replies.length < count) {
    const item = readReply(bytes, next)
    if (!item) return null
    replies.push(item.reply)
    next = item.next
  }
  return { reply: replies, next }
}

/** A command as an array of bulk strings. */
export const writeCommand = (parts: readonly string[]): string =>
  `*${parts.length}\r\n${parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`

type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }
type Connection = { socket: Socket; waiting: Waiting[] }

/**
 * One pipelined connection to a Valkey or Redis server, made when it is needed and again after it broke. Whatever fails
 * or takes too long rejects; nothing is retried. The URL is `redis://`, or `rediss://` for TLS, `[user:password@]host[:port][/database]`.
 */
export function createRespClient(url: string, { timeoutMs = 250 } = {}) {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const at = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) }
  const greetings: string[][] = []
  if (password) {
    const user = username ? [decodeURIComponent(username)] : []
    greetings.push(['AUTH', ...user, decodeURIComponent(password)])
  }
  if (pathname.length > 1) greetings.push(['SELECT', pathname.slice(1)])
  let current: Connection | null = null

  function drop(connection: Connection, cause: Error): void {
    if (current === connection) current = null
    connection.socket.destroy()
    for (const { reject, timer } of connection.waiting.splice(0)) {
      clearTimeout(timer)
      reject(cause)
    }
  }

  function open(): Connection {
    const socket = protocol === 'rediss:' ? connectTls({ ...at, servername: at.host }) : createConnection(at)
    const connection: Connection = { socket, waiting: [] }
    let bytes: Buffer = Buffer.alloc(0)
    socket.setNoDelay(true).unref()
    socket.on('error', (error) => drop(connection, error))
    socket.on('close', () => drop(connection, new Error('The connection closed')))
    socket.on('data', (chunk: Buffer) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
      try {
        for (let read = readReply(bytes); read; read = readReply(bytes)) {
          bytes = bytes.subarray(read.next)
          settle(connection, read.reply)
        }
      } catch (error) {
        drop(connection, error as Error)
      }
    })
    current = connection
    for (const greeting of greetings) enqueue(connection, greeting).catch((error) => drop(connection, error))
    return connection
  }

  // Replies come in the order of the commands: one that is late would be taken for the next, so its connection goes.
  function enqueue(connection: Connection, parts: readonly string[]): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => drop(connection, new Error('The server does not answer')), timeoutMs)
      connection.waiting.push({ resolve, reject, timer })
      connection.socket.write(writeCommand(parts))
    })
  }

  return {
    send: (...parts: string[]): Promise<Reply> => enqueue(current ?? open(), parts),
    close(): void {
      if (current) drop(current, new Error('The client is closed'))
    },
  }
}

function settle({ waiting }: Connection, reply: Reply): void {
  const { resolve, reject, timer } = waiting.shift()!
  clearTimeout(timer)
  if (reply instanceof Error) reject(reply)
  else resolve(reply)
}

export type RespClient = ReturnType<typeof createRespClient>
