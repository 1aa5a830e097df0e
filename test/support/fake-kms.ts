import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { KeyProvider } from '../../src/vault/key-provider.ts'
import { localKeyProvider } from '../../src/vault/key-provider.ts'

/** The client of a key management service, as KEY_PROVIDER loads it. Its address comes in FAKE_KMS_URL. */
export default function fakeKms(url: string = process.env.FAKE_KMS_URL!): KeyProvider {
  const ask = async (operation: string, body: Buffer, context: string) => {
    const answer = await fetch(`${url}/${operation}?context=${encodeURIComponent(context)}`, {
      method: 'POST',
      body: new Uint8Array(body),
    })
    if (!answer.ok) throw new Error(`KMS said ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  return {
    id: 'kms:fake',
    wrap: (dataKey, context) => ask('wrap', dataKey, context),
    unwrap: (wrapped, context) => ask('unwrap', wrapped, context),
  }
}

export type FakeKms = { url: string; isDown: boolean; asked: number; close(): void }

/** The service itself, on loopback. While it is down every request is answered with 503. */
export async function startFakeKms(): Promise<FakeKms> {
  const provider = localKeyProvider(Buffer.alloc(32, 9))
  const server = createServer(async (request, response) => {
    kms.asked++
    const body = await bodyOf(request)
    if (kms.isDown) return void response.writeHead(503).end()
    const { pathname, searchParams } = new URL(request.url!, 'http://kms')
    const operation = pathname === '/wrap' ? provider.wrap : provider.unwrap
    response.end(await operation(body, searchParams.get('context')!))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const kms: FakeKms = { url, isDown: false, asked: 0, close: () => server.close().closeAllConnections() }
  return kms
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
