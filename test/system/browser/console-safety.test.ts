import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasNoChromium, startChromium } from '../../support/chromium.ts'
import { type ConsolePage, newCaller, newOwner, openConsole, registerAlice, signIn } from '../../support/console.ts'
import { answer, startReceiver } from '../../support/receiver.ts'
import { freshName } from '../../support/registry.ts'
import { forTests } from '../../support/server.ts'
import { startWebhookServer } from '../../support/webhooks.ts'

describe.skipIf(hasNoChromium)('confirmations of the console', { timeout: 90_000 }, () => {
  const server = forTests(() => startWebhookServer({ env: { WEBHOOK_RETRY_SCHEDULE: '0,600' } }))
  const receiver = forTests(startReceiver)
  const browser = forTests(startChromium)
  let opened: ConsolePage[] = []
  beforeAll(async () => {
    server.work()
  })
  afterEach(async () => {
    await Promise.all(opened.map((each) => each.close()))
    opened = []
  })

  async function open(key: string): Promise<ConsolePage> {
    const made = await openConsole(browser, server.url)
    opened.push(made)
    await signIn(made.page, key)
    return made
  }

  /** Presses a button: nothing may change before the dialog is confirmed, nor when it is cancelled. */
  async function confirmed(
    page: Page,
    press: () => Promise<void>,
    says: RegExp,
    action: string,
    read: () => Promise<unknown>,
  ) {
    const before = await read()
    const dialog = page.getByRole('dialog')
    await press()
    await dialog.getByText(says).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await read()).toEqual(before)
    await press()
    await dialog.getByText(says).waitFor()
    expect(await read()).toEqual(before)
    await dialog.getByRole('button', { name: action }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await read()).not.toEqual(before)
  }

  test('nothing of an identity is suspended, disabled or opened further by one click', async () => {
    const owner = await newOwner(server)
    const name = freshName('alice')
    const alice = await registerAlice(owner, name)
    const { page, go } = await open(owner.key.key)
    await go(`/identities/${alice}`, 'Alice')
    const of = (path: string) => owner.registry.get(`/v1/identities/${alice}${path}`)
    const status = async () => (await of('')).status
    const levels = (path: string) => async () =>
      (await of(path)).data.map((each: { privacy_level: string }) => each.privacy_level)
    const states = async () => (await of('/endpoints')).data.map((each: { status: string }) => each.status)

    const email = page.getByRole('group', { name: `Privacy of ${name}@example.com` })
    const press = (name: string) => () => email.getByRole('button', { name }).click()
    await confirmed(
      page,
      press('Unlisted'),
      /resolves for nobody.*resolves for who knows it exactly/i,
      'Make it unlisted',
      levels('/aliases'),
    )
    await confirmed(page, press('Public'), /resolves for every caller/i, 'Make it public', levels('/aliases'))
    const account = page.getByRole('group', { name: /^Privacy of Bank account/ })
    const publish = () => account.getByRole('button', { name: 'Public' }).click()
    await confirmed(page, publish, /disclosed to every caller/i, 'Make it public', levels('/endpoints'))

    const disable = () => page.getByRole('button', { name: /^Disable Crypto wallet/ }).click()
    await confirmed(page, disable, /Nobody is shown it/, 'Disable endpoint', states)
    const enable = () => page.getByRole('button', { name: /^Enable Crypto wallet/ }).click()
    await confirmed(page, enable, /disclosed again/, 'Enable endpoint', states)

    const button = (name: string) => () => page.getByRole('button', { name, exact: true }).click()
    await confirmed(page, button('Suspend'), /stop resolving at once/, 'Suspend identity', status)
    await confirmed(page, button('Activate'), /resolve again at once/, 'Activate identity', status)
    await confirmed(page, button('Close'), /can’t be undone/, 'Close identity', status)
  })

  test('who would see more or less is said before a level is opened and before a revoke', async () => {
    const owner = await newOwner(server)
    const alice = await registerAlice(owner, freshName('alice'))
    const friend = await newCaller(server)
    const [account] = (await owner.registry.get(`/v1/identities/${alice}/endpoints`)).data.filter(
      (one: { type: string }) => one.type === 'bank_account',
    )
    await owner.registry.grant(alice, friend.consumer, { covers: { endpoints: [account.id] } })
    const { page, go } = await open(owner.key.key)
    const dialog = page.getByRole('dialog')
    await go(`/identities/${alice}`, 'Alice')
    const levels = page.getByRole('group', { name: /^Privacy of Bank account/ })
    await levels.getByRole('button', { name: 'Public' }).click()
    await dialog.getByText('Everybody would see 1 endpoint more.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await go('/consent/grants', 'Consent')
    await page.getByRole('button', { name: /^Revoke cgr_/ }).click()
    await dialog.getByText('For callers without a grant nothing changes.').waitFor()
    await dialog.getByText(/loses 1 endpoint$/).waitFor()
  })

  test('a more restrictive level is set at once', async () => {
    const owner = await newOwner(server)
    const name = freshName('alice')
    const alice = await registerAlice(owner, name)
    const { page, go } = await open(owner.key.key)
    await go(`/identities/${alice}`, 'Alice')
    await page
      .getByRole('group', { name: `Privacy of @${name}` })
      .getByRole('button', { name: 'Private' })
      .click()
    await page.getByText(`@${name} is now private`).waitFor()
    expect((await owner.registry.resolve(`@${name}`)).status).toBe(404)
  })

  test('a new grant opens nothing that is not ticked, and ends in 90 days', async () => {
    const owner = await newOwner(server)
    const name = freshName('alice')
    const alice = await registerAlice(owner, name)
    const friend = await newCaller(server)
    const { page, go } = await open(owner.key.key)
    await go('/consent/grants', 'Consent')
    await page.getByRole('button', { name: 'Grant consent' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Identity', { exact: true }).fill(alice)
    await dialog.getByLabel('Consumer').fill(friend.consumer)
    const account = dialog.getByRole('checkbox', { name: /Bank account/ })
    await account.waitFor()
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0)
    expect(await dialog.getByRole('radio', { name: /^Everything/ }).isChecked()).toBe(false)

    const grants = async () => (await owner.registry.get('/v1/consent_grants')).data
    await dialog.getByRole('button', { name: 'Grant consent' }).click()
    expect(await page.evaluate('document.activeElement.validationMessage')).toBe('Tick at least one.')
    expect(await grants()).toEqual([])

    await account.check()
    await dialog.getByRole('button', { name: 'Grant consent' }).click()
    await dialog.waitFor({ state: 'detached' })
    const [grant] = await grants()
    expect(grant.covers).toMatchObject({ all: false, aliases: [], endpoints: [expect.stringMatching(/^end_/)] })
    const days = (grant.expires_at * 1_000 - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(89)
    expect(days).toBeLessThan(91)
  })

  test('a webhook: a refused test is shown as a failure, disabling asks, and a rotated secret also signs', async () => {
    const owner = await newOwner(server)
    receiver.behave(answer(500))
    const made = await server.send('POST', '/v1/webhooks', {
      key: owner.key.key,
      body: { url: `${receiver.url}/safety`, enabled_events: ['*'] },
    })
    const { page, go } = await open(owner.key.key)
    await go(`/webhooks/${made.body.id}`, `${receiver.url}/safety`)
    await page.getByRole('button', { name: 'Send test' }).click()
    const failed = page.locator('.notice.failed')
    await failed.getByText('The test failed: the receiver answered 500').waitFor()
    expect(await failed.locator('.lucide-circle-x').count()).toBe(1)

    receiver.behave(answer(204))
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.locator('.notice:not(.failed)').getByText('The test was accepted with 204').waitFor()

    await page.getByRole('button', { name: 'Rotate secret' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('The secret before').inputValue()).toBe('86400')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    const status = async () => (await owner.registry.get(`/v1/webhooks/${made.body.id}`)).status
    const disable = () => page.getByRole('button', { name: 'Disable', exact: true }).click()
    await confirmed(page, disable, /Nothing is sent to it/, 'Disable webhook', status)
    await page.locator('.facts .status.calm').getByText('Disabled', { exact: true }).waitFor()
  })

  test('a webhook that fails wears no green, and a disabled one is not called paused', async () => {
    const owner = await newOwner(server)
    const made = await server.send('POST', '/v1/webhooks', {
      key: owner.key.key,
      body: { url: `${receiver.url}/failing`, enabled_events: ['identity.updated'] },
    })
    const { id } = made.body
    const failing = { failing_since: new Date(Date.now() - 86_400_000), paused_until: new Date(Date.now() + 3_600_000) }
    await server.app.db.updateTable('webhook').set(failing).where('url', '=', `${receiver.url}/failing`).execute()
    const { page, go } = await open(owner.key.key)
    await go('/webhooks', 'Webhooks')
    await page
      .getByRole('link', { name: /failing/ })
      .locator('.status.bad')
      .getByText(/^Failing since/)
      .waitFor()
    await go(`/webhooks/${id}`, `${receiver.url}/failing`)
    await page
      .locator('.facts .status.bad')
      .getByText(/^Failing since/)
      .waitFor()
    await page.getByText(/paused for a moment/).waitFor()
    expect(await page.locator('.facts .good').count()).toBe(0)

    await server.send('PATCH', `/v1/webhooks/${id}`, { key: owner.key.key, body: { status: 'disabled' } })
    await go('/webhooks', 'Webhooks')
    await page
      .getByRole('link', { name: /failing/ })
      .getByText('Disabled', { exact: true })
      .waitFor()
    await go(`/webhooks/${id}`, `${receiver.url}/failing`)
    await page.locator('.facts .status').getByText('Disabled', { exact: true }).waitFor()
    expect(await page.getByText(/paused/i).count()).toBe(0)
  })
})
