import { connect, type Socket } from 'node:net'

export type Reply = { status: number; closes: boolean; retryAfter: number; body: string }

export type ConnectionEvents = {
  onReply(reply: Reply): void
  /** The connection is gone. `wasWaiting`: a request was sent and its answer never came. */
  onGone(wasWaiting: boolean, wasOpen: boolean): void
}

/** A bare HTTP/1.1 connection with one request under way at most: what it costs is the server's, not the client's. */
export function openConnection(host: string, port: number, { onReply, onGone }: ConnectionEvents) {
  let isWaiting = false
  let isOpen = false
  let received = ''
  const socket: Socket = connect({ host, port, noDelay: true })
  socket.setEncoding('latin1')
  socket.on('connect', () => {
    isOpen = true
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    onGone(isWaiting, isOpen)
  })
  socket.on('data', (chunk: string) => {
    received += chunk
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = received.slice(0, end).toLowerCase()
    const length = Number(/\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0)
    if (received.length < end + 4 + length) return
    const reply: Reply = {
      status: Number(head.slice(9, 12)),
      closes: /\nconnection: close/.test(head),
      retryAfter: Number(/\nretry-after: (\d+)/.exec(head)?.[1] ?? 0),
      body: received.slice(end + 4, end + 4 + length),
    }
    received = received.slice(end + 4 + length)
    isWaiting = false
    onReply(reply)
  })
  return {
    send(request: string): void {
      isWaiting = true
      socket.write(request, 'latin1')
    },
    close: () => socket.destroy(),
  }
}

export type Connection = ReturnType<typeof openConnection>
