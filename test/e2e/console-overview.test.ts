import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, openChromium } from '../support/chromium.ts'
import {
  type ConsolePage,
  claimByTest,
  newCaller,
  newOwner,
  openConsole,
  registerAlice,
  signIn,
} from '../support/console.ts'
import { freshName } from '../support/registry.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const executable = findChromium()
let server: TestServer
let browser: Browser
let opened: ConsolePage[] = []

describe.skipIf(!executable)('the console’s first page, and its addresses', { timeout: 90_000 }, () => {
  beforeAll(async () => {
    server = await startTestServer({ env: { RELEASE_FLOOR_SINGLE_MS: '1' } })
    browser = await openChromium(executable!)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  afterEach(async () => {
    const watched = opened.map((each) => each.watched)
    await Promise.all(opened.map((each) => each.close()))
    opened = []
    expect(watched).toEqual(watched.map(() => ({ outside: [], complaints: [] })))
  })

  async function open(key: string): Promise<ConsolePage> {
    const made = await openConsole(browser, server.url)
    opened.push(made)
    await signIn(made.page, key)
    return made
  }

  test('it says what waits for the owner and leads there; a guess at a hidden alias moves nothing on it', async () => {
    const owner = await newOwner(server)
    const name = freshName('alice')
    const alice = await registerAlice(owner, name)
    const { page, go } = await open(owner.key.key)
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByText('Nothing waits for you').waitFor()
    const text = () => page.getByRole('main').textContent()
    const before = await text()
    const guesser = await newCaller(server)
    for (let n = 0; n < 3; n++) {
      const body = { alias: `${name}@example.com` }
      expect((await server.send('POST', '/v1/resolve', { key: guesser.key, body })).status).toBe(404)
    }
    await go('/limits', 'Quotas')
    await go('/overview', 'Overview')
    await page.getByText('Nothing waits for you').waitFor()
    expect(await text()).toBe(before)

    await owner.registry.alias(alice, 'phone', '+12125550151')
    await claimByTest(server, await newOwner(server), '+12125550151')
    await go('/limits', 'Quotas')
    await go('/overview', 'Overview')
    await page.getByText('Act now').waitFor()
    await page.getByRole('link', { name: /Somebody claims \+12125550151/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Claims' }).waitFor()
  })

  test('filters are in the address: Back undoes one, and a copied address opens the same list', async () => {
    const owner = await newOwner(server)
    await owner.registry.identity({ display_name: 'Person' })
    await owner.registry.identity({ display_name: 'Shop', type: 'merchant' })
    const closed = await owner.registry.identity({ display_name: 'Old shop', type: 'merchant' })
    await owner.registry.patch(`/v1/identities/${closed.id}`, { status: 'closed' })
    const { page, go } = await open(owner.key.key)
    await go('/identities', 'Identities')
    const rows = () => page.locator('.identity-row strong').allTextContents()
    const shows = async (names: string[]) => {
      await expect.poll(async () => (await rows()).sort()).toEqual(names)
    }
    await shows(['Old shop', 'Person', 'Shop'])
    await page.getByLabel('Type').selectOption('Merchant')
    await shows(['Old shop', 'Shop'])
    await page.getByLabel('Status').selectOption('Active')
    await shows(['Shop'])
    expect(await page.evaluate('location.hash')).toBe('#/identities?type=MERCHANT&status=ACTIVE')
    await page.getByRole('link', { name: /^Shop/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
    await page.goBack()
    await shows(['Shop'])
    expect(await page.getByLabel('Type').inputValue()).toBe('MERCHANT')
    await page.goBack()
    await shows(['Old shop', 'Shop'])
    await go('/identities?status=CLOSED', 'Identities')
    await shows(['Old shop'])
    // An address may say anything.
    await go('/identities?status=%3Cscript%3E&type=PERSON', 'Identities')
    await shows(['Old shop', 'Person', 'Shop'])
  })

  test('a key outlives a reload only where its owner ticked it, and neither a sign-out nor its end', async () => {
    const { key } = await newOwner(server)
    const made = await openConsole(browser, server.url)
    opened.push(made)
    const { page } = made
    const kept = () => page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')
    const stay = page.getByLabel(/^Stay signed in/)
    expect(await stay.isChecked()).toBe(false)
    await stay.check()
    await signIn(page, key.key)
    expect(await kept()).toContain(key.key)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    expect(await kept()).toBe('{}')
    await page.reload()
    await page.getByLabel('API key').waitFor()

    await stay.check()
    await signIn(page, key.key)
    await server.send('DELETE', `/v1/api_keys/${key.keyId}`, { key: key.key })
    await page.reload()
    await page.getByText('api_key_revoked').waitFor()
    expect(await kept()).toBe('{}')
  })

  test('events are listed with what webhooks are sent of them', async () => {
    const owner = await newOwner(server)
    const identity = (await owner.registry.identity()).id
    const { page, go } = await open(owner.key.key)
    await go('/events', 'Events')
    await page.getByText('identity.created').click()
    await page.locator('details[open]').getByText(identity).waitFor()
  })
})
