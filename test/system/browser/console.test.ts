import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasNoChromium, startChromium } from '../../support/chromium.ts'
import {
  type ConsolePage,
  newCaller,
  newOwner,
  openConsole,
  phone,
  registerAlice,
  signIn,
} from '../../support/console.ts'
import { answer, startReceiver } from '../../support/receiver.ts'
import { freshName } from '../../support/registry.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { eventually, startWebhookServer } from '../../support/webhooks.ts'

const server = forTests(() => startWebhookServer({ env: { RATE_LIMITS: 'on', WEBHOOK_RETRY_SCHEDULE: '0,600' } }))
const receiver = forTests(startReceiver)
beforeAll(async () => {
  server.work()
})

test('the page is served in production too, under a policy that names no other origin and no inline style', async () => {
  const production = await startTestServer({ env: { NODE_ENV: 'production' } })
  try {
    const page = await production.send('GET', '/console')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).not.toMatch(/https?:|\*|unsafe|blob:|data:/)
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|\s(?:on\w+|style)=|https?:\/\//)

    const files = [...page.text.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path]) => path!)
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const path of files) expect((await production.send('GET', path)).status).toBe(200)
  } finally {
    await production.close()
  }
})

test.each([
  '/console/index.html',
  '/console/absent.js',
  '/console/..%2f..%2fpackage.json',
  '/console/%00',
  '/console/',
])('404 for a path without a file of the console: %s', async (path) => {
  expect((await server.send('GET', path)).status).toBe(404)
})

describe.skipIf(hasNoChromium)('in Chromium, on a phone', { timeout: 90_000 }, () => {
  const browser = forTests(startChromium)
  let opened: ConsolePage[] = []
  afterEach(async () => {
    const watched = opened.map((each) => each.watched)
    await Promise.all(opened.map((each) => each.close()))
    opened = []
    expect(watched).toEqual(watched.map(() => ({ outside: [], complaints: [] })))
  })

  async function open(key?: string): Promise<ConsolePage> {
    const made = await openConsole(browser, server.url, phone)
    opened.push(made)
    if (key) await signIn(made.page, key)
    return made
  }

  test('a wrong key gets the service’s message and code; a good one signs in, and is in no storage, cookie or address', async () => {
    const { key } = await newOwner(server)
    const { page } = await open()
    await page.getByLabel('API key').fill('spk_test_wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('The API key is not valid.').waitFor()
    expect(await alert.textContent()).toContain('api_key_invalid')

    await signIn(page, key.key)
    const kept = await page.evaluate(`(async () => JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state,
      await indexedDB.databases(), await caches.keys(), document.documentElement.outerHTML,
    ]))()`)
    expect(kept).toContain('/console#/overview')
    expect(kept).not.toContain(key.key)

    await page.reload()
    await page.getByLabel('API key').waitFor()
    expect(await page.getByLabel('API key').inputValue()).toBe('')
    expect(await page.getByRole('navigation').count()).toBe(0)
  })

  test('a key that is revoked meanwhile ends the session with the reason', async () => {
    const { key } = await newOwner(server)
    const { page } = await open(key.key)
    expect((await server.send('DELETE', `/v1/api_keys/${key.keyId}`, { key: key.key })).status).toBe(200)
    await eventually(async () => {
      if (await page.getByLabel('API key').isVisible()) return true
      await page
        .getByRole('link', { name: 'Quotas' })
        .click({ timeout: 500 })
        .catch(() => undefined)
      await page
        .getByRole('link', { name: 'Webhooks' })
        .click({ timeout: 500 })
        .catch(() => undefined)
      return false
    })
    await page.getByText('api_key_revoked').waitFor()
  })

  test('an owner makes an identity, its aliases and its endpoints, and takes them away', async () => {
    const owner = await newOwner(server)
    const [taken, kept] = [freshName('taken'), freshName('kept')]
    await owner.registry.username((await owner.registry.identity()).id, taken)
    const { page, go } = await open(owner.key.key)
    await go('/identities', 'Identities')

    await page.getByRole('button', { name: 'New identity' }).click()
    await page.getByLabel('Display name').fill('Corner Bakery')
    await page.getByRole('button', { name: 'Create identity' }).click()
    await page.getByRole('heading', { level: 1, name: 'Corner Bakery' }).waitFor()

    await page.getByRole('button', { name: 'Add alias' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Alias', { exact: true }).fill(`@${taken}`)
    await dialog.getByRole('button', { name: 'Add alias' }).click()
    await dialog.getByText('alias_taken').waitFor()
    await dialog.getByLabel('Alias', { exact: true }).fill(`@${kept}`)
    await dialog.getByRole('button', { name: 'Add alias' }).click()
    await page.getByRole('button', { name: `Make primary: @${kept}` }).click()
    await page.getByText('Primary', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Add endpoint' }).click()
    await dialog.getByRole('button', { name: 'Bank account' }).click()
    await dialog.getByLabel('Address').fill('DE89 3704 0044 0532 0130 00')
    await dialog.getByRole('button', { name: 'Add capability' }).click()
    await dialog.getByLabel('Asset 1').fill('EUR')
    await dialog.getByLabel('Rail 1').fill('sepa')
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    const endpoints = page.getByRole('region', { name: 'Endpoints' })
    await endpoints.getByText('••••3000').waitFor()

    const view = page.getByRole('region', { name: 'View as consumer' })
    await view.getByText('Hidden · No grant covers it').waitFor()
    await endpoints.getByRole('button', { name: 'Public' }).click()
    await dialog.getByRole('button', { name: 'Make it public' }).click()
    await view.getByText('Disclosed: last 4 digits · Public').waitFor()

    await endpoints.getByRole('button', { name: /^Remove/ }).click()
    await dialog.getByRole('button', { name: 'Remove endpoint' }).click()
    await endpoints.getByText('No endpoints').waitFor()
    await page.getByRole('button', { name: `Give up @${kept}` }).click()
    await dialog.getByRole('button', { name: 'Give up alias' }).click()
    await page.getByText('1 alias given up').waitFor()
    expect((await owner.registry.resolve(`@${kept}`)).status).toBe(404)
  })

  test('a request for consent is approved, shows as a grant and in the view of its consumer, and is revoked', async () => {
    const owner = await newOwner(server)
    const asker = await newCaller(server)
    const name = freshName('alice')
    const alice = await registerAlice(owner, name)
    const { page, go } = await open(owner.key.key)
    await go(`/identities/${alice}`, 'Alice')
    const view = page.getByRole('region', { name: 'View as consumer' })
    await view.getByText('1 of 2').waitFor()
    await view.getByText('Hidden · No grant covers it').waitFor()
    await view.getByText(/The alias is private\. Answered exactly like/).waitFor()

    const body = { alias: `@${name}`, purpose: 'Salaries' }
    await server.send('POST', '/v1/consent_requests', { key: asker.key, body })
    await eventually(async () => {
      const path = '/v1/consent_requests?direction=incoming'
      return (await owner.registry.get(path)).data.length === 1
    })
    await go('/consent', 'Consent')
    await page.getByText('Salaries').waitFor()
    await page.getByRole('button', { name: `Approve @${name}` }).click()
    const sight = page.getByRole('dialog').getByRole('checkbox', { name: 'May see it' })
    await sight.first().waitFor()
    expect(await page.getByRole('dialog').getByRole('checkbox', { checked: true }).count()).toBeGreaterThan(0)
    await page.getByLabel('Expires').selectOption('In 30 days')
    await page.getByRole('dialog').getByRole('button', { name: 'Grant consent' }).click()
    await page.getByText('Approved', { exact: true }).waitFor()

    await go(`/identities/${alice}`, 'Alice')
    await view.getByLabel('Who is asking').selectOption(asker.consumer)
    await view.getByText('2 of 2').waitFor()
    await view.getByText('Disclosed: last 4 digits and a token · Covered by the grant').waitFor()
    const ask = { alias: `@${name}` }
    const seen = await server.send('POST', '/v1/resolve', { key: asker.key, body: ask })
    expect(seen.body.disclosure.disclosed).toBe(2)

    await go('/consent/grants', 'Consent')
    await page.getByText('1 alias and 1 endpoint').waitFor()
    await page.getByRole('button', { name: /^Revoke/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    expect((await server.send('POST', '/v1/resolve', { key: asker.key, body: ask })).body.disclosure.disclosed).toBe(1)
  })

  test('a declined request is closed in the inbox', async () => {
    const owner = await newOwner(server)
    const name = freshName('alice')
    await registerAlice(owner, name)
    const asker = await newCaller(server)
    await server.send('POST', '/v1/consent_requests', { key: asker.key, body: { alias: `@${name}` } })
    await eventually(
      async () => (await owner.registry.get('/v1/consent_requests?direction=incoming')).data.length === 1,
    )
    const { page, go } = await open(owner.key.key)
    await go('/consent', 'Consent')
    await page.getByRole('button', { name: `Decline @${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await page.getByText('Declined', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
  })

  test('the timeline shows viewer, endpoints, alias and grant', async () => {
    const owner = await newOwner(server)
    const name = freshName('alice')
    const alice = await registerAlice(owner, name)
    const [stranger, friend] = [await newCaller(server), await newCaller(server)]
    const grant = await owner.registry.grant(alice, friend.consumer)
    for (const { key } of [stranger, friend]) {
      expect((await server.send('POST', '/v1/resolve', { key, body: { alias: `@${name}` } })).status).toBe(200)
    }
    await eventually(async () => (await owner.registry.get(`/v1/identities/${alice}/disclosures`)).data.length === 2)

    const { page, go } = await open(owner.key.key)
    await go(`/identities/${alice}/disclosures`, 'Alice')
    const timeline = page.getByRole('region', { name: 'Disclosures' })
    const byFriend = timeline.getByRole('listitem').filter({ hasText: 'by the grant' }).first()
    await byFriend.getByText('saw 2 endpoints').waitFor()
    await byFriend.getByText('Bank account').waitFor()
    expect(await byFriend.getByTitle(friend.consumer).count()).toBe(1)
    expect(await byFriend.getByTitle(grant.id).count()).toBe(1)
    await timeline.getByText('saw one endpoint').waitFor()

    await timeline.getByText('Filters').click()
    await timeline.getByLabel('Consumer').fill(stranger.consumer)
    await byFriend.waitFor({ state: 'detached' })
    await timeline.getByText('without a grant').waitFor()
  })

  test('a webhook’s secret is shown once; a failed delivery shows its attempts and is sent again', async () => {
    const owner = await newOwner(server)
    receiver.behave(answer(503, {}, 'no room at the inn'))
    const { page, go } = await open(owner.key.key)
    await go('/webhooks', 'Webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('URL').fill(`${receiver.url}/console`)
    await page.getByRole('button', { name: 'Create webhook' }).click()
    const secret = page.getByRole('dialog', { name: 'Signing secret' })
    expect(await secret.getByRole('status').textContent()).toMatch(/^whsec_•+$/)
    await secret.getByRole('button', { name: 'Show' }).click()
    const shown = (await secret.getByRole('status').textContent())!
    expect(shown).toMatch(/^whsec_[\w+/=]{40,}$/)
    await secret.getByRole('button', { name: 'I have stored it' }).click()
    expect(await page.content()).not.toContain(shown)

    await owner.registry.identity()
    await page
      .getByRole('link', { name: /console/ })
      .last()
      .click()
    const deliveries = page.getByRole('region', { name: 'Deliveries' })
    await deliveries.locator('summary').getByText('identity.created').click()
    await deliveries.getByText('Failed: 503').waitFor()
    // The body of an answer from a private network is not stored.
    expect(await page.getByText('no room at the inn').count()).toBe(0)

    receiver.behave(answer(204))
    await deliveries.getByRole('button', { name: /^Redeliver identity\.created/ }).click()
    await deliveries.getByText('Redelivery').waitFor()
    await deliveries.getByRole('listitem').filter({ hasText: 'Redelivery' }).getByText('Delivered').waitFor()
    const mine = receiver.arrivals.filter(({ path }) => path === '/console')
    expect(mine).toHaveLength(2)
    expect(mine[0]!.body).toBe(mine[1]!.body)

    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('dialog', { name: 'New signing secret' }).waitFor()
  })

  test('a key is made, rolled and revoked; quotas are meters', async () => {
    const { key } = await newOwner(server)
    // Used quota is not refilled while a busy machine looks.
    const limits = JSON.stringify({ requests: { size: 200, refillPerSecond: 0.001 } })
    await server.query`update consumer set limits = ${limits} where id = ${key.consumerId}`
    const { page, go } = await open(key.key)
    await go('/keys', 'API keys')
    await page.getByText('This session').waitFor()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name', { exact: true }).fill('nightly')
    await page.getByRole('checkbox', { name: /^resolve/ }).check()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('button', { name: 'Roll nightly' }).click()
    await page.getByRole('button', { name: 'Roll key' }).click()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByText('replaced by').waitFor()
    await page.getByRole('button', { name: 'Revoke nightly' }).last().click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()

    await go('/limits', 'Quotas')
    const meter = page.getByRole('meter', { name: 'Requests' })
    await meter.waitFor()
    expect(Number(await meter.getAttribute('max'))).toBe(200)
    const left = Number(await meter.getAttribute('value'))
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(200)
  })

  test('lists go on page by page, each record once, and the focus goes along', async () => {
    const owner = await newOwner(server)
    const names = Array.from({ length: 45 }, (_, n) => `Person ${n}`)
    for (const display_name of names) await owner.registry.identity({ display_name })
    const { page, go } = await open(owner.key.key)
    await go('/identities', 'Identities')
    const rows = page.locator('.identity-row strong')
    const more = page.getByRole('button', { name: 'Load more' })
    for (const count of [20, 40]) {
      await more.waitFor()
      expect(await rows.count()).toBe(count)
      await more.focus()
      await page.keyboard.press('Enter')
      await rows.nth(count).waitFor()
      expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^\d+ more$/)
    }
    expect((await rows.allTextContents()).sort()).toEqual(names.sort())
    expect(await more.count()).toBe(0)
  })

  test('a key that may only read is offered nothing to write', async () => {
    const owner = await newOwner(server)
    const alice = await registerAlice(owner, freshName('alice'))
    const scopes = ['identities:read', 'aliases:read', 'endpoints:read', 'consents:read']
    const reader = await server.send('POST', '/v1/api_keys', { key: owner.key.key, body: { scopes } })
    const { page, go } = await open(reader.body.key)
    await go(`/identities/${alice}`, 'Alice')
    await page.getByRole('region', { name: 'View as consumer' }).getByText('1 of 2').waitFor()
    const nav = page.getByRole('navigation', { name: 'Console' })
    expect(await nav.getByRole('link').allTextContents()).toEqual(['Overview', 'Identities', 'Consent', 'More'])
    expect(
      await page
        .getByRole('button', { name: /^(?:Add|Give up|Address access|Vouch|Remove|Edit|Suspend|Close|Make)/ })
        .count(),
    ).toBe(0)
    // A level is text here, and no control.
    expect(await page.getByRole('group', { name: /^Privacy of @/ }).count()).toBe(0)
    await page.getByRole('region', { name: 'Aliases' }).locator('.privacy').getByText('Public').waitFor()
  })
})
