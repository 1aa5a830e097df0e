import { SignatureVerificationError, verifySignature } from '../../../../src/verifier/verify.ts'
import { startReceiver } from '../../../support/receiver.ts'
import { type Client, openClient } from '../client.ts'
import { type Fixture, openFixture } from '../fixture.ts'
import { nothing, type Row } from '../row.ts'
import type { Supervised } from '../supervisor.ts'

const hourMs = 3_600_000
const minute = 60

type Node = { name: string; skewMs: number; server: Supervised; client: Client }
type Check = (at: { fixture: Fixture; node: Node; made: number }) => Promise<Record<string, boolean>>

const unix = () => Math.floor(Date.now() / 1_000)
let names = 0
const freshName = () => `skew${process.pid}x${++names}`

async function make(client: Client, key: string, path: string, body: object) {
  const { status, outcome, body: made } = await client.send('POST', path, key, body)
  if (status !== 201) throw new Error(`${path}: ${outcome}`)
  return made
}

/** An identity with an alias that only a grant opens. */
async function consentScene({ owner }: Fixture, { client }: Node) {
  const { id: identity } = await make(client, owner.key, '/v1/identities', { type: 'user' })
  const value = freshName()
  const alias = { identity, type: 'username', value, privacy_level: 'consent_required' }
  await make(client, owner.key, '/v1/aliases', alias)
  return { identity, value }
}

const consent: Check = async ({ fixture, node }) => {
  const { owner, payer } = fixture
  const { client } = node
  const { identity, value } = await consentScene(fixture, node)
  const grant = { identity, consumer: payer.consumer, covers: { all: true } }
  const past = { ...grant, expires_at: unix() - 30 * minute }
  const future = { ...grant, expires_at: unix() + 30 * minute }
  const resolves = async () => (await client.send('POST', '/v1/resolve', payer.key, { alias: `@${value}` })).status
  const refused = await client.send('POST', '/v1/consent_grants', owner.key, past)
  const before = await resolves()
  const { status } = await client.send('POST', '/v1/consent_grants', owner.key, future)
  const during = await resolves()
  await fixture.ask(`update consent_grant set expires_at = now() - interval '1 second' where status = 'active'`)
  const after = await resolves()
  return {
    'a grant that ended half an hour ago is refused': refused.status === 400,
    'a grant for half an hour is taken': status === 201,
    'resolve follows the grant': before === 404 && during === 200 && after === 404,
  }
}

const cooldown: Check = async ({ fixture, node: { client } }) => {
  const { key } = fixture.owner
  const { id: identity } = await make(client, key, '/v1/identities', { type: 'user' })
  const value = freshName()
  const alias = { identity, type: 'username', value }
  const { id } = await make(client, key, '/v1/aliases', alias)
  await client.send('DELETE', `/v1/aliases/${id}`, key)
  const early = await client.send('POST', '/v1/aliases', key, alias)
  await fixture.ask(
    `update alias_reservation set available_at = now() - interval '1 second' where available_at is not null`,
  )
  const late = await client.send('POST', '/v1/aliases', key, alias)
  return {
    'a released alias cools down': early.outcome === '409 alias_in_cooldown',
    'a cooldown that is over is over': late.status === 201,
  }
}

const idempotency: Check = async ({ fixture, node: { client }, made }) => {
  const { key } = fixture.owner
  const send = () => client.send('POST', '/v1/identities', key, { type: 'user' }, { 'idempotency-key': `skew-${made}` })
  const first = await send()
  const again = await send()
  await fixture.ask(
    `update idempotency_record set expires_at = now() - interval '1 second'
     where created_at = (select max(created_at) from idempotency_record)`,
    [],
  )
  const later = await send()
  return {
    'a key is replayed': again.replayed && again.body.id === first.body.id,
    'a key that ran out is new': later.status === 201 && !later.replayed && later.body.id !== first.body.id,
    'a record is stamped now': Math.abs(first.body.created - unix()) < minute,
  }
}

const keys: Check = async ({ fixture, node: { client } }) => {
  const alive = await fixture.makeKey('owner', new Date(Date.now() + 30 * minute * 1_000))
  const ended = await fixture.makeKey('owner', new Date(Date.now() - 30 * minute * 1_000))
  const answers = await Promise.all([alive, ended].map(({ key }) => client.send('GET', '/v1/me', key)))
  return {
    'a key for half an hour works': answers[0]!.status === 200,
    'a key that ended half an hour ago is refused': answers[1]!.outcome === '401 api_key_expired',
  }
}

const signatures: Check = async ({ fixture, node: { client } }) => {
  const receiver = await startReceiver()
  const { key } = fixture.owner
  try {
    const webhook = await make(client, key, '/v1/webhooks', { url: receiver.url, enabled_events: ['webhook.*'] })
    const path = `/v1/webhooks/${webhook.id}`
    const signaturesOf = (header: unknown) => String(header).split('v1=').length - 1
    const delivered = async () => {
      await client.send('POST', `${path}/test`, key)
      return receiver.arrivals.at(-1)!
    }
    const first = await delivered()
    const { created } = JSON.parse(first.body) as { created: number }
    const isValid = accepts(first.body, first.headers['service-signature'] as string, webhook.signing_secret)
    await client.send('POST', `${path}/rotate_secret`, key, { previous_expires_in: 30 * minute })
    const during = signaturesOf((await delivered()).headers['service-signature'])
    await fixture.ask(`update webhook_secret set expires_at = now() - interval '1 second' where expires_at is not null`)
    const after = signaturesOf((await delivered()).headers['service-signature'])
    return {
      'a receiver accepts the signature': isValid,
      'an event is stamped now': Math.abs(created - unix()) < minute,
      'both secrets sign during a rotation': during === 2,
      'a secret that ran out signs nothing': after === 1,
    }
  } finally {
    await receiver.close()
  }
}

function accepts(body: string, header: string, secret: string): boolean {
  try {
    verifySignature(body, header, secret)
    return true
  } catch (error) {
    if (error instanceof SignatureVerificationError) return false
    throw error
  }
}

const checks: readonly Check[] = [consent, cooldown, idempotency, keys, signatures]

export const skew: Row = {
  name: "a node's clock ± 1 h",
  async run({ postgres, isQuick }) {
    const fixture = await openFixture(postgres)
    const nodes: Node[] = []
    try {
      for (const [name, skewMs] of [
        ['an hour ahead', hourMs],
        ['an hour behind', -hourMs],
      ] as const) {
        // A cooldown of half an hour: shorter than the clock is wrong.
        const env = {
          SKEW_MS: String(skewMs),
          ALIAS_COOLDOWN_DAYS: String(1 / 48),
          RATE_LIMITS: 'on',
          LOG_LEVEL: 'info',
        }
        const server = await fixture.serve(env, ['skewed-clock.ts'])
        nodes.push({ name, skewMs, server, client: openClient(server.url, 4) })
      }
      const wrong: string[] = []
      let asked = 0
      let isSkewed = true
      for (let round = 0; round < (isQuick ? 1 : 5); round++) {
        for (const node of nodes) {
          for (const check of checks) {
            for (const [what, holds] of Object.entries(await check({ fixture, node, made: ++asked }))) {
              asked++
              if (!holds) wrong.push(`${node.name}: ${what}: no`)
            }
          }
          isSkewed &&= tellsWrongTime(node)
        }
      }
      return {
        ...nothing(),
        failures: [...new Set(wrong)],
        unproven: isSkewed ? null : 'the clocks were not wrong',
        notes: [`${asked} decisions on nodes an hour ahead and an hour behind`, `${wrong.length} wrong`],
      }
    } finally {
      for (const { client } of nodes) await client.close()
      await fixture.close()
    }
  },
}

/** Checks for a wrong time in the last line of a node's log. */
function tellsWrongTime({ server, skewMs }: Node): boolean {
  const last = [...server.said().matchAll(/"time":(\d+)/g)].at(-1)?.[1]
  return last !== undefined && Math.abs(Number(last) - (Date.now() + skewMs)) < minute * 1_000
}
