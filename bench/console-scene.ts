import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = Record<string, unknown> & { id: string; data: Answer[]; key: string; status: string }
export type Call = (verb: string, path: string, body?: object) => Promise<Answer>

/** Asks the service with one key. */
export const callerOf =
  (url: string, key: string): Call =>
  async (verb, path, body) => {
    const response = await fetch(`${url}/v1${path}`, {
      method: verb,
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${verb} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }

/** Asks until it is so: records, claims and deliveries are written a moment later. */
export async function until(holds: () => Promise<boolean>, tries = 300): Promise<void> {
  for (let n = 0; n < tries; n++) {
    if (await holds()) return
    await new Promise((settle) => setTimeout(settle, 100))
  }
  throw new Error('What the picture shows did not come about')
}

/** A receiver on this machine, which accepts what comes to /ledger and refuses the rest. */
export async function startReceiver(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(request.url === '/ledger' ? 204 : 503).end(request.url === '/ledger' ? '' : 'no room')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

const given = ['Ada', 'Björn', 'Chloé', 'Dimitri', 'Emeka', 'Fatima', 'Giulia', 'Hiroshi', 'Inés', 'João']
const family = ['Adeyemi', 'Bianchi', 'Costa', 'Dubois', 'Eriksson', 'Fischer', 'García', 'Horvat', 'Ivanova', 'Jansen']

/** Registers this many people with a public username each, some of them merchants, some with an endpoint. */
export async function registerMany(call: Call, count: number): Promise<void> {
  const registerOne = async (n: number) => {
    const name = `${given[n % 10]} ${family[Math.floor(n / 10) % 10]}`
    const type = n % 7 === 0 ? 'merchant' : 'user'
    const { id } = await call('POST', '/identities', { type, display_name: type === 'user' ? name : `${name} & Co.` })
    const value = `person.${n}`
    await call('POST', '/aliases', { identity: id, type: 'username', value, privacy_level: 'public', is_primary: true })
    if (n % 40 === 0) await call('PATCH', `/identities/${id}`, { status: 'suspended' })
  }
  let next = 0
  const work = async () => {
    while (next < count) await registerOne(next++)
  }
  await Promise.all(Array.from({ length: 8 }, work))
}
