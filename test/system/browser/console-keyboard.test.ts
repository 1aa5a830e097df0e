import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsolePage, newOwner, type Owner } from '../../support/console.ts'
import { consoleInBrowser, hasNoChromium } from '../../support/console-browser.ts'
import { type Keyboard, keyboardOf } from '../../support/keyboard.ts'
import { answer, type Receiver, startReceiver } from '../../support/receiver.ts'
import { freshName } from '../../support/registry.ts'
import { startWebhookServer, type WebhookServer } from '../../support/webhooks.ts'

type At = { page: ConsolePage['page']; keys: Keyboard; heading: (name: string) => Promise<void> }

/** Each section of docs/tutorial/walkthrough.md, in the console, without a pointer: only keys are pressed, and nothing is clicked. */
describe.skipIf(hasNoChromium)('the walk-through in the console, by keyboard alone', { timeout: 180_000 }, () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver(answer(204))
  })
  afterAll(() => receiver.close())
  const scene = consoleInBrowser<WebhookServer>(async () => {
    const server = await startWebhookServer({ env: { RESPONSE_STEP_SINGLE_MS: '1', RATE_LIMITS: 'off' } })
    server.work()
    return server
  })

  async function signedIn({ key }: Owner): Promise<At> {
    const { page } = await scene.openSignedOut()
    const keys = keyboardOf(page)
    await page.getByLabel('API key').and(page.locator(':focus')).waitFor()
    await keys.type(key.key)
    await keys.press('Enter')
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    await heading('Overview')
    return { page, keys, heading }
  }

  /** By the navigation, which comes before the content. */
  async function goTo({ keys, heading }: At, name: string, title = name): Promise<void> {
    await keys.to(new RegExp(`^${name}(?:\\d+\\+? pending)?$`), 'Shift+Tab')
    await keys.press('Enter')
    await heading(title)
  }

  const gone = ({ page }: At) => page.getByRole('dialog').waitFor({ state: 'detached' })
  /** A dialog takes the focus once it is shown: what is pressed before goes elsewhere. */
  const ready = ({ page }: At) => page.locator(':is(dialog, [role=dialog]):focus-within').waitFor()

  async function registerBob(at: At, name: string): Promise<void> {
    const { page, keys, heading } = at
    await goTo(at, 'Identities')
    await keys.use('New identity')
    await keys.fill('Display name', 'Bob')
    await keys.press('Enter')
    await heading('Bob')
    await keys.use('Add alias')
    await keys.fill('Alias', `@${name}`)
    await keys.choose('Privacy level', 'Public')
    await keys.press('Tab')
    await keys.press('Space')
    await keys.use('Add alias')
    await gone(at)
    await page.getByRole('group', { name: `Privacy of @${name}` }).waitFor()
    for (const [type, address, level] of [
      ['Bank account', 'DE89 3704 0044 0532 0130 00', 'Consent'],
      ['Payment pointer', '$pay.example.com/bob', 'Public'],
    ] as const) {
      await keys.use('Add endpoint')
      await ready(at)
      await keys.use(type)
      await keys.fill('Address', address)
      await keys.choose('Privacy level', level)
      await keys.use('Add endpoint')
      await gone(at)
    }
    await page.getByText('••••3000').first().waitFor()
  }

  test('1 to 3 and 5: register, resolve, grant, revoke, who saw what, view as, search, usage', async () => {
    const owner = await newOwner(scene.server)
    const name = freshName('bob')
    const at = await signedIn(owner)
    const { page, keys, heading } = at
    await registerBob(at, name)
    const [bob] = (await owner.registry.get('/v1/identities')).data
    const answered = page.getByRole('main')

    await goTo(at, 'Resolve')
    await keys.fill('Aliases', `@${name}`)
    await keys.use('Resolve')
    await answered.getByText('Payment pointer').first().waitFor()
    await keys.to('Aliases', 'Shift+Tab')
    await keys.press('Control+a')
    await keys.type(`@${name}\n@nobody.here\nnot an address`)
    await keys.use('Resolve')
    await answered.getByText('Not found', { exact: true }).first().waitFor()
    await keys.use('JSON')
    await keys.use('GraphQL')

    await goTo(at, 'Consent')
    await keys.use('Grants')
    await keys.use('Grant consent')
    await ready(at)
    await keys.fill('Identity', bob.id)
    await keys.fill('Consumer', owner.key.consumer)
    await keys.fill('Purpose', 'Rent')
    await page.getByRole('dialog').getByText('••••3000').waitFor()
    await keys.to(/^Bank account ••••3000/)
    await keys.press('Space')
    await keys.use('Grant consent')
    await gone(at)
    await page.getByText('Rent').waitFor()
    expect((await owner.registry.resolve(`@${name}`)).body.disclosure.disclosed).toBe(2)
    await keys.use(/^Revoke/)
    await ready(at)
    await keys.use('Revoke')
    await gone(at)
    await page.getByText('Revoked', { exact: true }).waitFor()
    expect((await owner.registry.resolve(`@${name}`)).body.disclosure.disclosed).toBe(1)

    await keys.press('Control+k')
    await ready(at)
    await keys.type('bo')
    await page.getByRole('dialog').getByRole('link').first().waitFor()
    await keys.press('Enter')
    await heading('Bob')
    await keys.to('Who is asking')
    await keys.press('ArrowDown')
    await page
      .getByText(/had a grant, now revoked/)
      .first()
      .waitFor()
    await keys.to('Disclosures', 'Shift+Tab')
    await keys.press('Enter')
    await page.getByText('saw 2 endpoints').first().waitFor()

    await goTo(at, 'Overview')
    await keys.use('30 days')
    await page.getByRole('button', { name: '30 days', pressed: true }).waitFor()
  })

  test('4: a release, a payee name, a grant that releases, a check, a choice for a payment, a sealing key', async () => {
    const owner = await newOwner(scene.server)
    const name = freshName('bob')
    const at = await signedIn(owner)
    const { page, keys } = at
    await registerBob(at, name)
    const [bob] = (await owner.registry.get('/v1/identities')).data

    await keys.use(/^Address access of Bank account/)
    await ready(at)
    await keys.to(/^Nobody/)
    await keys.press('ArrowDown')
    await keys.use('Save')
    await gone(at)
    await page.getByText('Address by grant').waitFor()

    await keys.to('Payee names', 'Shift+Tab')
    await keys.press('Enter')
    await keys.use('Add name')
    await ready(at)
    await keys.fill('Name', 'Robert Miller')
    await keys.press('Enter')
    await gone(at)
    await page.getByText('R••• M•••').waitFor()

    await goTo(at, 'Consent')
    await keys.use('Grant consent')
    await ready(at)
    await keys.fill('Identity', bob.id)
    await keys.fill('Consumer', owner.key.consumer)
    await page.getByRole('dialog').getByText('Addresses it may be sent').waitFor()
    await keys.to(/^Bank account ••••3000 ?Consent/)
    await keys.press('Space')
    await keys.to(/^Bank account ••••3000$/)
    await keys.press('Space')
    await keys.use('Grant consent')
    await gone(at)
    const [grant] = (await owner.registry.get('/v1/consent_grants')).data
    expect(grant.release).toHaveLength(1)

    await goTo(at, 'Resolve')
    await keys.use('Payee check')
    await keys.fill('Alias', `@${name}`)
    await keys.fill('Name', 'Robert Miller')
    await keys.press('Enter')
    await page.getByText('Same name, not verified', { exact: true }).waitFor()

    await goTo(at, 'Resolve')
    await keys.fill('Aliases', `@${name}`)
    await keys.use('For a payment')
    await keys.fill('Asset', 'EUR')
    await keys.fill('Rail', 'sepa')
    await keys.use('Resolve')
    await page.getByRole('button', { name: 'JSON' }).waitFor()

    const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
    await goTo(at, 'Sealing keys')
    await keys.use('Add key')
    await ready(at)
    await keys.fill('Public key (JWK)', JSON.stringify({ kty: 'OKP', crv: 'X25519', x }))
    await keys.use('Add key')
    await gone(at)
    await page.getByText(x!).waitFor()
  })

  test('6: a webhook, its events, and an example', async () => {
    const at = await signedIn(await newOwner(scene.server))
    const { page, keys, heading } = at
    await goTo(at, 'Webhooks')
    await keys.use('New webhook')
    await ready(at)
    await keys.fill('URL', `${receiver.url}/keys`)
    await keys.press('Enter')
    await page.getByRole('dialog', { name: 'Signing secret' }).waitFor()
    await keys.press('Escape')
    await gone(at)
    await page.getByText(`${receiver.url}/keys`).waitFor()
    await goTo(at, 'Events')
    await keys.use('Send an example')
    await ready(at)
    await page.getByRole('dialog').getByLabel('To').waitFor()
    await keys.choose('Type of event', 'consent.g')
    await keys.use('Send')
    await page.getByText('The test was accepted with 204').waitFor()
    await gone(at)
    expect(JSON.parse(receiver.arrivals.at(-1)!.body).type).toBe('consent.granted')
    await page.locator('summary').getByText('consent.granted').waitFor()
    await keys.to(/^consent\.granted/)
    await keys.press('Enter')
    await page.locator('details[open]').getByText('Body of its deliveries').waitFor()
    await goTo(at, 'Webhooks')
    await keys.use(new RegExp(`${receiver.url}/keys`))
    await heading(`${receiver.url}/keys`)
  })

  test('7: a number that somebody else registered is claimed, proved and given up', async () => {
    const [owner, other] = [await newOwner(scene.server), await newOwner(scene.server)]
    const number = '+12125550147'
    await other.registry.alias((await other.registry.identity({ display_name: 'Wrong' })).id, 'phone', number)
    const bob = await owner.registry.identity({ display_name: 'Bob' })
    const at = await signedIn(owner)
    const { page, keys, heading } = at
    await goTo(at, 'Claims')
    await keys.use('Claim an alias')
    await ready(at)
    await keys.fill('Alias', number)
    await keys.fill('Identity', bob.id)
    await keys.use('Claim')
    await gone(at)
    await page.getByText(number).first().waitFor()
    await keys.use(`Prove ${number}`)
    await ready(at)
    await keys.use('Start')
    await page.getByText('Nothing is sent in test mode').waitFor()
    await keys.fill('Code', '000000')
    await keys.press('Enter')
    await page.getByText('Met', { exact: true }).first().waitFor()
    // The worker opens the claim after its proof.
    await goTo(at, 'Claims')
    await keys.use('Your claims')
    await page.getByText('Its holder may give it up').waitFor()

    const holder = await signedIn(other)
    await goTo(holder, 'Claims')
    await holder.page.getByText(number).first().waitFor()
    await holder.keys.use(`Give up ${number}`)
    await ready(holder)
    await holder.keys.use('Give up alias')
    await gone(holder)
    await holder.page
      .getByText(/Completed/)
      .first()
      .waitFor()
    await goTo(at, 'Identities')
    await keys.use(/^Bob/)
    await heading('Bob')
    await page.getByText(number).first().waitFor()
  })
})
