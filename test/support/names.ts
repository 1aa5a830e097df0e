import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** DNS records of each name: addresses, texts, or another name. */
export type Zone = Map<string, { a?: readonly string[]; txt?: readonly (readonly string[])[]; cname?: string }>

const types = { a: 1, cname: 5, txt: 16 } as const

const labels = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  // A pointer to the question's name, then type, class, no time to live, and the length.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function answersTo(zone: Zone, name: string, type: number): Buffer[] {
  const held = zone.get(name.toLowerCase())
  if (!held) return []
  if (held.cname !== undefined) return type === types.cname ? [record(types.cname, labels(held.cname))] : []
  if (type === types.a)
    return (held.a ?? []).map((address) => record(type, Buffer.from(address.split('.').map(Number))))
  if (type !== types.txt) return []
  return (held.txt ?? []).map((chunks) =>
    record(type, Buffer.concat(chunks.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])))),
  )
}

/** A name server on the loopback that follows nothing: what a name has is what it answers. `asked` counts questions. */
export async function startNameServer(zone: Zone) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  let isSilent = false
  socket.on('message', (message, { port, address }) => {
    const parts: string[] = []
    let at = 12
    while (message[at]! > 0) {
      parts.push(message.toString('latin1', at + 1, at + 1 + message[at]!))
      at += message[at]! + 1
    }
    const type = message.readUInt16BE(at + 1)
    asked.push(parts.join('.'))
    if (isSilent) return
    const answers = answersTo(zone, parts.join('.'), type)
    const head = Buffer.from(message.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(answers.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, message.subarray(12, at + 5), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    silence: (silent: boolean) => {
      isSilent = silent
    },
    close: () => new Promise<void>((done) => void socket.close(() => done())),
  }
}
