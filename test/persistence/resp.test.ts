import { createServer, type Socket } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRespClient, type Reply, readReply, writeCommand } from '../../src/persistence/resp.ts'

const write = (reply: Reply): string => {
  if (reply === null) return '$-1\r\n'
  if (typeof reply === 'number') return `:${reply}\r\n`
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`
  if (reply instanceof Error) return `-${reply.message}\r\n`
  return `*${reply.length}\r\n${reply.map(write).join('')}`
}

const { reply } = fc.letrec<{ reply: Reply }>((tie) => ({
  reply: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.constant(null),
    fc.array(tie('reply'), { maxLength: 4 }),
  ),
}))

test('replies are read back however the bytes are cut', () => {
  fc.assert(
    fc.property(reply, fc.nat(), (sent, cut) => {
      const bytes = Buffer.from(write(sent))
      expect(readReply(bytes)).toEqual({ reply: sent, next: bytes.length })
      expect(readReply(bytes.subarray(0, cut % bytes.length))).toBeNull()
    }),
    { numRuns: 2_000 },
  )
})

test('simple strings, errors and the nil array are read; anything else is refused', () => {
  expect(readReply(Buffer.from('+OK\r\n'))?.reply).toBe('OK')
  expect(readReply(Buffer.from('-ERR no\r\n'))?.reply).toEqual(new Error('ERR no'))
  expect(readReply(Buffer.from('*-1\r\n'))?.reply).toBeNull()
  expect(() => readReply(Buffer.from('HTTP/1.1 400\r\n'))).toThrow('Not a RESP reply')
})

test('a command counts bytes, not characters', () => {
  expect(writeCommand(['SET', 'é', ''])).toBe('*3\r\n$3\r\nSET\r\n$2\r\né\r\n$0\r\n\r\n')
})

async function serve(answer: (socket: Socket, asked: string) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('data', (chunk) => answer(socket, chunk.toString()))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  return {
    url: `redis://name:p%40ss@127.0.0.1:${port}/3`,
    cut: () => sockets.forEach((socket) => void socket.destroy()),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

test('the URL greets with its user, password and database, and again on a new connection', async () => {
  let asked = ''
  const server = await serve((socket, text) => {
    asked += text
    socket.write('+OK\r\n'.repeat(text.split(/\*\d+\r\n/).length - 1))
  })
  const client = createRespClient(server.url)
  expect(await client.send('PING')).toBe('OK')
  expect(asked).toBe(writeCommand(['AUTH', 'name', 'p@ss']) + writeCommand(['SELECT', '3']) + writeCommand(['PING']))
  server.cut()
  await expect.poll(() => client.send('PING').catch(() => 'broken')).toBe('OK')
  expect(asked.split('AUTH')).toHaveLength(3)
  client.close()
  await server.close()
})

test('a server that stays silent, answers nonsense or is gone rejects; a late reply is given to nobody', async () => {
  const silent = await serve(() => undefined)
  const waiting = createRespClient(silent.url, { timeoutMs: 40 })
  await expect(Promise.all([waiting.send('GET', 'a'), waiting.send('GET', 'b')])).rejects.toThrow(
    'The server does not answer',
  )
  await silent.close()
  await expect(waiting.send('GET', 'a')).rejects.toThrow('ECONNREFUSED')

  const nonsense = await serve((socket) => socket.write('what?\r\n'))
  const client = createRespClient(nonsense.url)
  await expect(client.send('PING')).rejects.toThrow('Not a RESP reply')
  await nonsense.close()
})
