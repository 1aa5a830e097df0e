import { vi } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { activateSealingKey } from '../../src/releases/keys/store.ts'
import { type PayerKey, payerKey } from './open-release.ts'
import { type Registry, registryOf } from './registry.ts'
import type { Answer, Body, Json, Key, TestServer } from './server.ts'

export type Payee = { identity: string; alias: string; endpoint: string; grant: string }

/** An owner with payees, and a payer with a usable sealing key. */
export type Releasing = {
  owner: Key
  payer: Key
  mine: Registry
  key: PayerKey
  sealingKey: string
  /** A payee whose account a grant releases to the payer. */
  payee(fields?: Json): Promise<Payee>
  ask(of: Pick<Payee, 'alias' | 'endpoint'>, more?: Json, headers?: Record<string, string>): Promise<Answer>
  read(id: string): Promise<Answer>
  jwks(): Promise<{ kid: string; x: string }[]>
}

export async function registerSealingKey(server: TestServer, holder: Key, { jwk }: PayerKey): Promise<string> {
  const { body } = await server.send('POST', '/v1/sealing_keys', { key: holder.key, body: { jwk } })
  await activateSealingKey(server.app.db, decodeId('sealingKey', body.id)!)
  return body.id
}

export async function releasing(
  server: TestServer,
  names = { owner: 'owner', payer: 'payer' },
  livemode = false,
): Promise<Releasing> {
  const owner = await server.key({ consumer: names.owner, livemode })
  const payer = await server.key({ consumer: names.payer, livemode })
  const mine = registryOf(server, owner)
  const key = await payerKey()
  const sealingKey = await registerSealingKey(server, payer, key)
  return {
    owner,
    payer,
    mine,
    key,
    sealingKey,
    async payee(fields = {}) {
      const { id: identity } = await mine.identity()
      const alias = `@${(await mine.username(identity)).value}`
      const { id: endpoint } = await mine.account(identity, { release: 'granted', ...fields })
      const { id: grant } = await mine.grant(identity, payer.consumer, { release: [endpoint] })
      return { identity, alias, endpoint, grant }
    },
    ask: ({ alias, endpoint }, more = {}, headers = {}) =>
      server.send('POST', '/v1/releases', {
        key: payer.key,
        headers,
        body: { alias, endpoint, sealing_key: sealingKey, ...more },
      }),
    read: (id) => server.send('GET', `/v1/releases/${id}`, { key: payer.key }),
    jwks: async () => (await server.send('GET', '/.well-known/signpost-jwks.json')).body.keys,
  }
}

/** A release once it waits no longer. */
export const settled = (scene: Releasing, id: string): Promise<Body> =>
  vi.waitFor(
    async () => {
      const { body } = await scene.read(id)
      if (body.status === 'pending') throw new Error('It is pending.')
      return body
    },
    { timeout: 60_000, interval: 20 },
  )
