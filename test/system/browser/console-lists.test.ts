import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCaller, newOwner, registerAlice } from '../../support/console.ts'
import { consoleInBrowser, hasNoChromium } from '../../support/console-browser.ts'
import { answer, type Receiver, startReceiver } from '../../support/receiver.ts'
import { freshName } from '../../support/registry.ts'
import { startWebhookServer, type WebhookServer } from '../../support/webhooks.ts'

describe.skipIf(hasNoChromium)('the lists of the console, and both modes', { timeout: 120_000 }, () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver(answer(204))
  })
  afterAll(() => receiver.close())
  const scene = consoleInBrowser<WebhookServer>(() => startWebhookServer({ env: { RESPONSE_STEP_SINGLE_MS: '1' } }))
  const open = scene.open

  test('a list is shown from its oldest record on, page by page, each record once, and its order is in the address', async () => {
    const owner = await newOwner(scene.server)
    const made = Array.from({ length: 45 }, (_, n) => `Person ${String(n).padStart(2, '0')}`)
    for (const display_name of made) await owner.registry.identity({ display_name })
    const { page, go } = await open(owner.key.key)
    await go('/identities', 'Identities')
    await page.getByRole('button', { name: 'Newest first' }).click()
    const names = page.locator('li .identity-row strong')
    await expect.poll(() => names.allTextContents()).toEqual(made.slice(0, 20))
    const more = page.getByRole('button', { name: 'Load more' })
    await more.click()
    await expect.poll(() => names.count()).toBe(40)
    await more.click()
    await expect.poll(() => names.allTextContents()).toEqual(made)
    expect(await page.evaluate('location.hash')).toBe('#/identities?order=oldest')
    await page.goBack()
    await expect.poll(() => names.first().textContent()).toBe('Person 44')
  })

  test.each([
    ['/events', 'Events'],
    ['/audit', 'Audit'],
    ['/webhooks', 'Webhooks'],
    ['/keys', 'API keys'],
    ['/consent', 'Consent'],
    ['/consent/grants', 'Consent'],
    ['/consent/asked', 'Consent'],
    ['/consent/received', 'Consent'],
    ['/releases', 'Releases'],
    ['/requests', 'Requests'],
    ['/claims', 'Claims'],
    ['/claims/outgoing', 'Claims'],
    ['/sealing-keys', 'Sealing keys'],
    ['/identities', 'Identities'],
  ])('%s is listed both ways, and a hundred at a time', async (path, heading) => {
    const owner = await newOwner(scene.server)
    const { page, go } = await open(owner.key.key)
    for (const chosen of ['order=oldest&size=100', 'size=100', 'order=oldest']) {
      await go(`${path}?${chosen}`, heading)
      await page.getByLabel('Page').waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      expect(await page.getByRole('alert').allTextContents()).toEqual([])
      expect(await page.getByLabel('Page').inputValue()).toBe(chosen.includes('size') ? '100' : '20')
    }
  })

  test('who looked is narrowed by consumer and time, in the address', async () => {
    const owner = await newOwner(scene.server)
    const alice = await registerAlice(owner, freshName('alice'))
    const friend = await newCaller(scene.server)
    await owner.registry.grant(alice, friend.consumer)
    const { page, go } = await open(owner.key.key)
    await go(`/identities/${alice}/disclosures`, 'Alice')
    await page.getByLabel('When').selectOption('24')
    await page.getByLabel('Consumer').fill(friend.consumer)
    await expect
      .poll(() => page.evaluate('location.hash'))
      .toBe(`#/identities/${alice}/disclosures?since=24&consumer=${friend.consumer}`)
    await page.getByText('None of these').waitFor()
  })

  test('an example of any type of event is sent to a webhook, from the events and from the webhook', async () => {
    const owner = await newOwner(scene.server)
    const url = `${receiver.url}/examples`
    await scene.server.send('POST', '/v1/webhooks', { key: owner.key.key, body: { url, enabled_events: ['alias.*'] } })
    const { page, go } = await open(owner.key.key)
    const dialog = page.getByRole('dialog')
    await go('/events', 'Events')
    await page.getByRole('button', { name: 'Send an example' }).click()
    await dialog.getByLabel('Type of event').selectOption('claim.opened')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The test was accepted with 204').waitFor()
    expect(JSON.parse(receiver.arrivals.at(-1)!.body).type).toBe('claim.opened')
    await page.locator('summary').getByText('claim.opened').first().waitFor()

    await go('/webhooks', 'Webhooks')
    await page.getByRole('link', { name: /examples/ }).click()
    await page.getByRole('button', { name: 'Send an example' }).click()
    await dialog.getByLabel('Type of event').selectOption('consent.granted')
    receiver.behave(answer(500))
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.locator('.notice.failed').getByText('The test failed: the receiver answered 500').waitFor()
    receiver.behave(answer(204))
  })

  test('a restricted level is opened again by Undo alone', async () => {
    const owner = await newOwner(scene.server)
    const name = freshName('alice')
    const alice = await registerAlice(owner, name)
    const { page, go } = await open(owner.key.key)
    await go(`/identities/${alice}`, 'Alice')
    const levels = page.getByRole('group', { name: `Privacy of @${name}` })
    await levels.getByRole('button', { name: 'Private' }).click()
    await page.getByText(`@${name} is now private`).waitFor()
    expect((await owner.registry.resolve(`@${name}`)).status).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    expect((await owner.registry.resolve(`@${name}`)).status).toBe(200)
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  test('times are written out with their zone on request', async () => {
    const owner = await newOwner(scene.server)
    await owner.registry.identity({ display_name: 'Alice' })
    const { page, go } = await open(owner.key.key, { timezoneId: 'Asia/Tokyo' })
    await go('/identities', 'Identities')
    const time = page.locator('li .identity-row time')
    await time.waitFor()
    expect(await time.textContent()).toMatch(/ago|now/)
    expect(await time.getAttribute('title')).toMatch(/\d{4}.*(?:GMT\+9|JST)/)
    await page.getByRole('button', { name: 'Show full dates, in Asia/Tokyo' }).click()
    expect(await time.textContent()).toMatch(/\d{4}.*(?:GMT\+9|JST) \(.*(?:ago|now)\)/)
  })

  test('test and live stand side by side once both keys are given, and both outlive a reload', async () => {
    const owner = await newOwner(scene.server)
    const stranger = await newOwner(scene.server, { livemode: true })
    const name = (await scene.server.send('GET', '/v1/me', { key: owner.key.key })).body.name
    const beside = await scene.server.key({ consumer: name, livemode: true })
    expect(beside.consumer).toBe(owner.key.consumer)
    await owner.registry.identity({ display_name: 'Of test mode' })
    const { page, go } = await scene.openSignedOut()
    await page.getByLabel(/Stay signed in/).check()
    await page.getByLabel('API key').fill(owner.key.key)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Live' }).click()
    const dialog = page.getByRole('dialog')
    for (const [key, says] of [
      [stranger.key.key, /of another consumer/],
      [owner.key.key, /test mode too/],
    ] as const) {
      await dialog.getByLabel('API key of live mode').fill(key)
      await page.keyboard.press('Enter')
      await dialog.getByText(says).waitFor()
    }
    await dialog.getByLabel('API key of live mode').fill(beside.key)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Live', pressed: true }).waitFor()
    await page.getByRole('region', { name: 'Test and live' }).getByRole('cell', { name: '0' }).first().waitFor()
    await go('/identities', 'Identities')
    await page.getByText('No identities yet').waitFor()

    await page.reload()
    await page.getByRole('button', { name: 'Live', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('link', { name: /Of test mode/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Of test mode' }).waitFor()
    await page.getByRole('button', { name: 'Live' }).click()
    await page.getByText('No identities yet').waitFor()

    // A key that ends takes its mode alone with it.
    await scene.server.send('DELETE', `/v1/api_keys/${beside.keyId}`, { key: beside.key })
    await expect
      .poll(
        async () => {
          await page.reload()
          await page.getByRole('navigation', { name: 'Console' }).waitFor()
          return page.getByRole('button', { name: 'Test', pressed: true }).count()
        },
        { timeout: 20_000 },
      )
      .toBe(1)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })
})
