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

/** So many people with a public username each, some of them merchants, some with an endpoint. */
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

export type Scene = { alice: string; bob: string; friend: string; number: string; webhook: string }
type Callers = { owner: Call; friend: Call; stranger: Call }

/** The demo's Alice with a grant, looks and a request; Bob, whose number somebody claims; webhooks, of which two fail. */
export async function makeScene({ owner, friend, stranger }: Callers, receiver: string): Promise<Scene> {
  const { data } = await owner('GET', '/identities?limit=100')
  const alice = data.find(({ display_name }) => display_name === 'Alice Example')!.id
  const { id: consumer } = await friend('GET', '/me')
  for (const [path, events] of [
    ['/ledger', ['*']],
    ['/fraud', ['alias.*', 'claim.*']],
    ['/crm', ['identity.*']],
  ] as const) {
    await owner('POST', '/webhooks', {
      url: receiver + path,
      enabled_events: events,
      description: `Tells ${path.slice(1)}`,
    })
  }
  await registerMany(owner, 1_000)
  const account = (await owner('GET', `/identities/${alice}/endpoints`)).data.find(
    ({ type }) => type === 'bank_account',
  )!
  await owner('POST', '/consent_grants', {
    identity: alice,
    consumer,
    covers: { endpoints: [account.id] },
    purpose: 'Paying out freelance invoices',
    expires_at: Math.floor(Date.now() / 1000) + 90 * 86_400,
  })
  for (const asks of [friend, stranger]) await asks('POST', '/resolve', { alias: '@alice' })
  await stranger('POST', '/consent_requests', { alias: '@alice', purpose: 'Salary payments' })
  const number = '+12125550143'
  const { id: bob } = await owner('POST', '/identities', { type: 'user', display_name: 'Bob Example' })
  await owner('POST', '/aliases', { identity: bob, type: 'phone', value: number, privacy_level: 'public' })
  await owner('POST', '/aliases', { identity: alice, type: 'phone', value: '+12125550144' })
  await claim(stranger, number)
  const looks = async () => (await owner('GET', `/identities/${alice}/disclosures`)).data.length
  await until(async () => (await looks()) >= 2)
  await until(async () =>
    (await owner('GET', '/claims?direction=incoming')).data.some(({ status }) => status === 'open'),
  )
  const hooks = (await owner('GET', '/webhooks')).data
  await until(async () => (await owner('GET', '/webhooks')).data.some(({ failing_since }) => failing_since !== null))
  return { alice, bob, friend: consumer, number, webhook: hooks.find(({ url }) => String(url).endsWith('/fraud'))!.id }
}

/** A published sample, which test mode lets anybody prove. */
async function claim(call: Call, value: string): Promise<void> {
  const { id: identity } = await call('POST', '/identities', { type: 'user', display_name: 'Robert Miller' })
  const { id } = await call('POST', '/claims', { type: 'phone', value, identity, kind: 'ownership' })
  const { id: challenge } = await call('POST', `/claims/${id}/challenges`, { method: 'sms_code' })
  await call('POST', `/challenges/${challenge}/answer`, { code: '000000' })
}
