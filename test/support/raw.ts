import { connect, type Socket } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string; text: string; ms: number }

/** Opens a bare socket to the server, for what no HTTP client would send. */
export async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

/** Returns everything received until the server closes the connection, or until `limitMs`. */
export async function readToEnd(socket: Socket, limitMs = 20_000): Promise<RawAnswer> {
  const since = performance.now()
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), late])
  clearTimeout(timer)
  socket.destroy()
  return { ...parse(text), text, ms: performance.now() - since }
}

/** Sends bytes as they are and reads to the end. */
export async function exchange(url: string, bytes: string, limitMs?: number): Promise<RawAnswer> {
  const socket = await open(url)
  socket.write(bytes, 'latin1')
  return readToEnd(socket, limitMs)
}

function parse(text: string): Pick<RawAnswer, 'status' | 'headers' | 'body'> {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end < 0 ? undefined : end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: end < 0 ? '' : text.slice(end + 4) }
}
