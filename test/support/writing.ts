import { claimScene } from './claim-scene.ts'
import { freshName, registryOf } from './registry.ts'
import { releasing } from './releasing.ts'
import type { Body, Key, TestServer } from './server.ts'

/** Writes one record of each kind over REST, for tests of the resulting statements. */
export async function writeEverything(server: TestServer, owner: Key): Promise<void> {
  const mine = registryOf(server, owner)
  const send = async (method: string, path: string, body?: Body): Promise<Body> =>
    (await server.send(method, path, { key: owner.key, body })).body
  const { id } = await mine.identity()
  const alias = await mine.username(id, freshName())
  const wallet = await mine.wallet(id)
  await send('PATCH', `/v1/identities/${id}`, { display_name: 'X' })
  await send('PATCH', `/v1/aliases/${alias.id}`, { privacy_level: 'public', primary: true })
  await send('PATCH', `/v1/endpoints/${wallet.id}`, { priority: 2 })
  const grant = await mine.grant(id, owner.consumer)
  await mine.patch(`/v1/consent_grants/${grant.id}`, { covers: { endpoints: [wallet.id] } })
  await send('DELETE', `/v1/consent_grants/${grant.id}`)
  const request = await send('POST', '/v1/consent_requests', { alias: alias.value, type: 'username' })
  await send('POST', `/v1/consent_requests/${request.id}/decline`)
  const key = await send('POST', '/v1/api_keys', { scopes: ['resolve'] })
  await send('POST', `/v1/api_keys/${key.id}/roll`, {})
  await send('POST', `/v1/api_keys/${key.id}/revoke`)
  const hook = await send('POST', '/v1/webhooks', { url: 'http://127.0.0.1:1/', enabled_events: ['*'] })
  await send('PATCH', `/v1/webhooks/${hook.id}`, { description: 'X' })
  await send('POST', `/v1/webhooks/${hook.id}/rotate_secret`, { overlap: 60 })
  await send('POST', `/v1/webhooks/${hook.id}/test`)
  await send('DELETE', `/v1/webhooks/${hook.id}`)
  const name = await send('POST', `/v1/identities/${id}/payee_names`, { kind: 'legal', name: 'Maria Gonzalez' })
  await send('DELETE', `/v1/payee_names/${name.id}`)
  await send('DELETE', `/v1/endpoints/${wallet.id}`)
  await send('POST', `/v1/aliases/${alias.id}/release`)
  await send('DELETE', `/v1/aliases/${alias.id}`)
  await send('POST', `/v1/identities/${id}/close`)
  const paying = await releasing(server, { owner: 'a payee', payer: 'a payer' })
  const payee = await paying.payee()
  await paying.read((await paying.ask(payee)).body.id)
  await paying.mine.patch(`/v1/consent_grants/${payee.grant}`, { release: [] })
  const [donor, claimer] = [
    await server.key({ consumer: 'a donor', livemode: true }),
    await server.key({ consumer: 'a claimer', livemode: true }),
  ]
  const scene = claimScene(server, donor, claimer)
  const claim = await scene.opened(await scene.held())
  await scene.send(donor, `claims/${claim.id}/confirm`)
}
