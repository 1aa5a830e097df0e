import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Client } from './client.ts'
import type { FixtureKey } from './fixture.ts'
import type { Kind, Wanted } from './ledger.ts'

export type WriterOptions = {
  client: Client
  owner: FixtureKey
  payer: FixtureKey
  wanted: Wanted[]
  seen: (answer: Answer) => void
  /** True while new writes still begin; started writes are always completed. */
  goesOn: () => boolean
  /** A retry without its key is another request: only to show that the ledger notices. */
  withKeys: boolean
  thinkMs: number
}

const paths: Record<Kind, string> = {
  identity: '/v1/identities',
  alias: '/v1/aliases',
  endpoint: '/v1/endpoints',
  grant: '/v1/consent_grants',
}

let numbers = 0
/** Time for retries after the load has ended. */
const timeoutMs = 30_000

const isTransient = ({ status, outcome }: Answer) =>
  status === null || status >= 500 || status === 429 || outcome === '409 idempotency_key_in_use'

/** Writes one identity after the other, each with an alias, an endpoint and a grant, and retries what wasn't answered. */
export async function write(options: WriterOptions): Promise<void> {
  const { payer, goesOn, thinkMs } = options
  const rest = async () => {
    await pause(Math.random() * 2 * thinkMs)
    return goesOn()
  }
  while (await rest()) {
    const name = randomUUID()
    const owned = await wantOne(options, 'identity', name, { type: 'user', display_name: name })
    if (!owned || !(await rest())) continue
    const identity = owned.id
    const value = `u${name.replaceAll('-', '').slice(0, 24)}`
    await wantOne(options, 'alias', value, { identity, type: 'username', value, privacy_level: 'public' })
    if (!(await rest())) continue
    const priority = ++numbers
    const address = `+1415555${String(1_000 + (priority % 9_000))}`
    await wantOne(options, 'endpoint', String(priority), { identity, type: 'mobile_money', address, priority })
    if (!(await rest())) continue
    // Its purpose is sealed: the database knows a grant again by its end.
    const expires_at = Date.UTC(2100, 0) / 1_000 + priority
    const grant = { identity, consumer: payer.consumer, covers: { all: true }, purpose: name, expires_at }
    await wantOne(options, 'grant', String(expires_at), grant)
  }
}

/** Sends one write until it is answered, under one Idempotency-Key. */
async function wantOne(options: WriterOptions, kind: Kind, marker: string, body: object) {
  const { client, owner, wanted, seen, goesOn, withKeys } = options
  const request: Wanted = { kind, marker, acknowledged: null, wasRecovered: false }
  wanted.push(request)
  const headers = { 'idempotency-key': `${kind}-${marker}` }
  let wasBroken = false
  let givesUpAt = Number.POSITIVE_INFINITY
  for (;;) {
    const answer = await client.send('POST', paths[kind], owner.key, body, withKeys ? headers : {})
    seen(answer)
    if (answer.status === 201) {
      request.acknowledged = answer.body
      request.wasRecovered = wasBroken && answer.replayed
      return request.acknowledged
    }
    if (!isTransient(answer)) return null
    wasBroken ||= answer.status === null || answer.status >= 500
    if (!goesOn()) givesUpAt = Math.min(givesUpAt, performance.now() + timeoutMs)
    if (performance.now() > givesUpAt) return null
    await pause(50 + Math.random() * 100)
  }
}
