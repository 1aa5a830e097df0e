import { generateKeyPairSync } from 'node:crypto'
import type { Page } from 'playwright-core'
import { claimByTest, newCaller, newOwner, type Owner, registerAlice, signIn } from './console.ts'
import { visitOwnership, visitPayable, visitResolve } from './console-visits.ts'
import type { Receiver } from './receiver.ts'
import { freshName } from './registry.ts'
import { eventually, type WebhookServer } from './webhooks.ts'

export type Scene = {
  owner: Owner
  alice: string
  name: string
  merchant: string
  /** The merchant's username. */
  shop: string
  webhook: string
  closed: string
  grantee: string
  /** A number of Alice's that somebody else claims. */
  claimed: string
  /** The public half. */
  sealingKey: string
}

/** An owner with something in every view. */
export async function makeScene(server: WebhookServer, receiver: Receiver): Promise<Scene> {
  const owner = await newOwner(server)
  const name = freshName('alice')
  const alice = await registerAlice(owner, name)
  const off = { capabilities: [{ asset: 'EUR', rail: 'sepa' }], status: 'disabled' }
  await server.send('PATCH', `/v1/endpoints/${(await owner.registry.wallet(alice)).id}`, {
    key: owner.key.key,
    body: off,
  })
  const named = { type: 'merchant', display_name: 'A merchant with a name that is rather long' }
  const merchant = (await owner.registry.identity(named)).id
  const shop = (await owner.registry.username(merchant, freshName('shop'))).value
  await owner.registry.account(merchant)
  const [friend, stranger] = [await newCaller(server), await newCaller(server)]
  await owner.registry.grant(alice, friend.consumer, { purpose: 'Paying out freelance invoices' })
  for (const { key } of [friend, stranger]) {
    await server.send('POST', '/v1/resolve', { key, body: { alias: `@${name}` } })
  }
  const body = { alias: `@${name}`, purpose: 'Salary payments' }
  await server.send('POST', '/v1/consent_requests', { key: stranger.key, body })
  const hook = { url: `${receiver.url}/a/rather/long/path/to/the/receiver/of/everything`, enabled_events: ['*'] }
  const webhook = (await server.send('POST', '/v1/webhooks', { key: owner.key.key, body: hook })).body.id
  const closed = (await owner.registry.identity({ display_name: 'Old shop', external_reference: 'cust-7' })).id
  await owner.registry.patch(`/v1/identities/${closed}`, { status: 'closed' })
  const count = async (path: string) => (await owner.registry.get(path)).data.length
  await eventually(async () => (await count('/v1/consent_requests?direction=incoming')) === 1)
  await eventually(async () => (await count(`/v1/identities/${alice}/disclosures`)) === 2)
  await receiver.got(1)
  const claimed = '+12125550142'
  await owner.registry.alias((await owner.registry.identity({ display_name: 'Bob' })).id, 'phone', claimed)
  const claimer = await newOwner(server)
  await claimByTest(server, claimer, claimed)
  const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
  const post = (path: string, body: object) => server.send('POST', `/v1/${path}`, { key: owner.key.key, body })
  await post('sealing_keys', { jwk: { kty: 'OKP', crv: 'X25519', x } })
  await post(`identities/${alice}/payee_names`, { kind: 'legal', name: 'Alice Example' })
  return { owner, alice, name, merchant, shop, webhook, closed, grantee: friend.consumer, claimed, sealingKey: x! }
}

/** Goes through the views, their dialogs and their refusals. @returns the states it stopped at */
export async function visit(page: Page, scene: Scene, look: (state: string) => Promise<void>): Promise<string[]> {
  const states: string[] = []
  const stop = async (state: string) => {
    await look(state)
    states.push(state)
  }
  const go = (path: string) => page.evaluate(`location.hash = ${JSON.stringify(path)}`)
  const dialog = async (opener: string | RegExp, state: string) => {
    await page.getByRole('button', { name: opener }).first().click()
    await page.getByRole('dialog').waitFor()
    await stop(state)
  }
  const dismiss = () => page.keyboard.press('Escape')

  await page.getByLabel('API key').waitFor()
  await stop('sign-in')
  await page.getByLabel('API key').fill('spk_test_wrong')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await stop('sign-in refused')
  await signIn(page, scene.owner.key.key)
  await page.getByText('Act now').first().waitFor()
  await stop('overview')
  await page.keyboard.press('Control+k')
  await page.getByLabel('Alias, name, reference, id or page').fill('Ali')
  await page.getByRole('dialog').getByRole('link').first().waitFor()
  await stop('search')
  await page.keyboard.press('Escape')
  await go('/events')
  await page.locator('summary').getByText('identity.created').first().click()
  await stop('events')
  await dialog('Send an example', 'send an example')
  await dismiss()
  await dialog('Live', 'add the key of live mode')
  await dismiss()
  await go('/identities')
  await page.getByText(`@${scene.name}`).waitFor()
  await stop('identities')
  const folded = page.locator('.page-head summary')
  if (await folded.isVisible()) await folded.click()
  await page.getByLabel('Status').selectOption('Closed')
  await page.getByText('Old shop').waitFor()
  await page.getByLabel('Type').selectOption('Machine')
  await page.getByText('None of these').waitFor()
  await stop('empty list')
  await dialog('New identity', 'new identity')
  await dismiss()

  await go(`/identities/${scene.alice}`)
  await page.getByText('1 of 3').waitFor()
  await stop('identity')
  await page.getByLabel('Who is asking').selectOption(scene.grantee)
  await page.getByText('2 of 3').waitFor()
  await stop('identity, viewed as its grantee')
  const mail = page.getByRole('group', { name: `Privacy of ${scene.name}@example.com` })
  await mail.getByRole('button', { name: 'Unlisted' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make it unlisted' }).click()
  await mail.getByRole('button', { name: 'Unlisted', pressed: true }).waitFor()
  await mail.getByRole('button', { name: 'Private' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.getByRole('button', { name: /^Show full dates/ }).click()
  await stop('identity, with an undo and with times written out')
  await page.getByRole('button', { name: /^Show full dates/ }).click()
  await dialog('Add alias', 'add alias')
  await page.getByRole('dialog').getByLabel('Alias', { exact: true }).fill('admin')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await stop('add alias, refused')
  await dismiss()
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Crypto wallet' }).click()
  await page.getByRole('button', { name: 'Add capability' }).click()
  await stop('add endpoint')
  await dismiss()
  await dialog(/^Give up/, 'give up alias')
  await dismiss()
  await go(`/identities/${scene.alice}/disclosures`)
  await page.getByText('by the grant').waitFor()
  await stop('disclosures')

  for (const [tab, text] of [
    ['grants', 'freelance'],
    ['history', 'disclosure.resolve by'],
  ]) {
    await go(`/identities/${scene.alice}/${tab}`)
    await page.getByRole('listitem').getByText(text!).first().waitFor()
    await stop(`identity, ${tab}`)
  }
  await go(`/identities/${scene.closed}`)
  await page.getByText('It can be exported and erased').waitFor()
  await stop('closed identity')
  await dialog('Erase', 'erase')
  await dismiss()

  await visitOwnership(page, scene, stop, go)
  await visitPayable(page, scene, stop, go)
  await visitResolve(page, scene, stop, go)

  await go('/consent')
  await page.getByText('Salary payments').waitFor()
  await stop('consent requests')
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.getByRole('dialog').getByText('Bank account').waitFor()
  await stop('approve')
  await dismiss()
  await go('/consent/grants')
  await page.getByText('freelance').waitFor()
  await stop('grants')
  await dialog('Grant consent', 'grant consent')
  await dismiss()

  await go('/webhooks')
  await page.getByText('rather/long/path').waitFor()
  await stop('webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel(/All of them/).uncheck()
  await page.getByText('alias.verified').waitFor()
  await stop('new webhook')
  await dismiss()
  await go(`/webhooks/${scene.webhook}`)
  await page.locator('summary').getByText('identity.created').first().click()
  await page.locator('details[open]').getByText('Failed: 503').first().waitFor()
  await stop('deliveries')
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog', { name: 'New signing secret' }).waitFor()
  await stop('secret')
  await dismiss()

  await go('/keys')
  await page.getByText('This session').waitFor()
  await stop('keys')
  await dialog('New key', 'new key')
  await dismiss()
  await go(`/audit?subject=${scene.alice}`)
  await page.locator('.moment').getByText('disclosure.resolve').first().waitFor()
  await stop('history of an identity')
  await go('/audit?actor=cli')
  await page.getByText('None of these').waitFor()
  await stop('audit, nothing found')
  await go('/limits')
  await page.getByRole('meter').first().waitFor()
  await stop('quotas')
  await go('/requests')
  await page.locator('li .request-row').first().waitFor()
  await stop('requests')
  await go('/releases')
  await page.getByText('No releases').waitFor()
  await stop('releases')
  await dialog('Request an address', 'request an address')
  await page.getByRole('dialog').getByLabel('Alias').fill(`@${scene.shop}`)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Sealing key').waitFor()
  await stop('request an address, of an endpoint')
  await dismiss()
  await go('/more')
  await page.getByRole('main').getByText('API keys').waitFor()
  await stop('more')
  await go('/nowhere')
  await page.getByText('No such page').waitFor()
  await stop('no such page')
  return states
}
