import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { newOwner, phone, registerAlice } from '../../support/console.ts'
import { consoleInBrowser, hasNoChromium } from '../../support/console-browser.ts'
import { answer, startReceiver } from '../../support/receiver.ts'
import { freshName } from '../../support/registry.ts'
import { releasing } from '../../support/releasing.ts'
import { startWebhookServer, type WebhookServer } from '../../support/webhooks.ts'

describe.skipIf(hasNoChromium)('tasks of a person in the console, on a phone', { timeout: 120_000 }, () => {
  const env = { RESPONSE_STEP_SINGLE_MS: '1', WEBHOOK_RETRY_SCHEDULE: '0,600' }
  const scene = consoleInBrowser<WebhookServer>(() => startWebhookServer({ env }))
  const open = async (key: string) => {
    const opened = await scene.open(key, phone)
    const unfold = () => opened.page.locator('.page-head summary').click()
    return { ...opened, unfold }
  }

  test('on a phone a bar of five leads to every page, and each begins within the first 100 pixels', async () => {
    const owner = await newOwner(scene.server)
    const { page, go } = await open(owner.key.key)
    const bar = page.getByRole('navigation', { name: 'Console' }).getByRole('link')
    const inBar = ['Overview', 'Identities', 'Consent', 'Webhooks', 'More']
    await expect.poll(() => bar.allTextContents()).toEqual(inBar)
    await bar.filter({ hasText: 'More' }).click()
    await page.getByRole('heading', { level: 1, name: 'More' }).waitFor()
    const beyond = await page.getByRole('main').getByRole('link').allTextContents()
    const pages = [...inBar.slice(0, 4), ...beyond]
    expect(pages).toHaveLength(13)
    for (const name of pages) {
      const isInBar = inBar.includes(name)
      if (!isInBar) await go('/more', 'More')
      await (isInBar
        ? bar.filter({ hasText: name, visible: true })
        : page.getByRole('main').getByRole('link', { name })
      ).click()
      const heading = page.getByRole('heading', { level: 1, name })
      await heading.waitFor()
      const { y, height } = (await heading.boundingBox())!
      expect([name, y + height < 100]).toEqual([name, true])
    }
  })

  test('an identity shows whose it is, its grants and its history; a closed one is read-only, exported and erased by its name', async () => {
    const owner = await newOwner(scene.server)
    const fields = { display_name: 'Hafen Fisch', external_reference: 'cust-00005', metadata: { plan: 'gold' } }
    const { id } = await owner.registry.identity(fields)
    await owner.registry.username(id, freshName('fisch'))
    const payer = await scene.server.key({ consumer: 'a-payer-of-fish' })
    await owner.registry.grant(id, payer.consumer)
    const { page, go } = await open(owner.key.key)
    await go(`/identities/${id}`, 'Hafen Fisch')
    await page.getByText('cust-00005').waitFor()
    await page.getByRole('region', { name: 'Details' }).getByText('gold').waitFor()
    await page.getByRole('link', { name: 'Grants' }).click()
    await page.getByText('a-payer-of-fish').waitFor()
    await page.getByRole('link', { name: 'History', exact: true }).click()
    await page.locator('.moment').getByText('identity.created').waitFor()

    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Close identity' }).click()
    await page.getByText('It can be exported and erased').waitFor()
    await go(`/identities/${id}`, 'Hafen Fisch')
    expect(await page.getByRole('group', { name: /^Privacy of/ }).count()).toBe(0)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${id}.json`)
    const exported = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect([exported.object, exported.identity.external_reference]).toEqual(['identity_export', 'cust-00005'])

    await page.getByRole('button', { name: 'Erase' }).click()
    const erase = page.getByRole('dialog').getByRole('button', { name: 'Erase' })
    await page.getByRole('dialog').getByLabel(/^Type/).fill('Hafen Fish')
    expect(await erase.isDisabled()).toBe(true)
    await page.getByRole('dialog').getByLabel(/^Type/).fill('Hafen Fisch')
    await erase.click()
    await page.getByText('It is being erased').waitFor()
    expect((await owner.registry.get(`/v1/identities/${id}`)).erasing).toBe(true)
  })

  test('an event says what happened to which record by which key, and is found by its record and its request', async () => {
    const owner = await newOwner(scene.server)
    const made = { name: 'checkout', scopes: ['*'] }
    const { body: key } = await scene.server.send('POST', '/v1/api_keys', { key: owner.key.key, body: made })
    const create = (display_name: string) =>
      scene.server.send('POST', '/v1/identities', { key: key.key, body: { type: 'user', display_name } })
    const [ann, { headers }] = [await create('Ann'), await create('Bob')]
    const { page, go, unfold } = await open(owner.key.key)
    await go('/events', 'Events')
    const rows = page.locator('.events summary').filter({ hasText: 'identity.created' })
    await expect.poll(() => rows.count()).toBe(2)
    await rows.filter({ hasText: 'Ann' }).filter({ hasText: 'checkout' }).waitFor()

    await unfold()
    await page.getByLabel('Record', { exact: true }).fill(ann.body.id)
    await page.getByLabel('Record', { exact: true }).press('Enter')
    await expect.poll(() => rows.count()).toBe(1)
    await rows.filter({ hasText: 'Ann' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' })
    await go(`/events?request=${headers.get('request-id')}`, 'Events')
    await expect.poll(() => rows.count()).toBe(1)
    await rows.filter({ hasText: 'Bob' }).waitFor()
    await go('/events?object=als_00000000000000000000000000', 'Events')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => rows.count()).toBe(2)
  })

  test('a webhook that fails is red and says why; its deliveries show the status code and the attempt', async () => {
    const receiver = await startReceiver(answer(503, {}, 'full'))
    scene.server.work()
    const owner = await newOwner(scene.server)
    const body = { url: `${receiver.url}/failing`, enabled_events: ['*'] }
    const { body: webhook } = await scene.server.send('POST', '/v1/webhooks', { key: owner.key.key, body })
    await owner.registry.identity()
    await receiver.got(1)
    const { page, go } = await open(owner.key.key)
    await go(`/webhooks/${webhook.id}`, body.url)
    await page.locator('.status.bad').getByText('Failing since').waitFor()
    await page.getByRole('alert').getByText('Deliveries fail with status 503.').waitFor()
    const failing = page.locator('.deliveries .status.bad').first()
    await failing.getByText('Failing · 503 · attempt 1 of').waitFor()
    await receiver.close()
  })

  test('requests are found by code and key; a key has a preset of scopes, and its usage', async () => {
    const owner = await newOwner(scene.server)
    for (const type of ['user', 'nobody'])
      await scene.server.send('POST', '/v1/identities', { key: owner.key.key, body: { type } })
    await scene.server.app.requestRecords.flush()
    await scene.server.app.keyUsage.flush()
    const { page, go, unfold } = await open(owner.key.key)
    await go('/requests', 'Requests')
    const rows = page.locator('li .request-row')
    await expect.poll(() => rows.count()).toBe(2)
    await unfold()
    await page.getByLabel('Code').fill('parameter_invalid')
    await page.getByLabel('Code').press('Enter')
    await expect.poll(() => rows.count()).toBe(1)
    await rows.getByText('400 · parameter_invalid').waitFor()

    await go('/keys', 'API keys')
    await page
      .locator('.usage-line')
      .getByText(/requests in 30 days/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Checkout' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('shop')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('It is shown once').waitFor()
    const [newest] = (await owner.registry.get('/v1/api_keys')).data
    expect(newest.scopes.toSorted()).toEqual(['destination_check', 'payee_check', 'release', 'resolve'])
  })

  test('an address is requested and opened in the browser, with a key that never leaves it', async () => {
    const payment = await releasing(scene.server, { owner: 'task-payee', payer: 'task-payer' })
    const payee = await payment.payee()
    const { page, go } = await open(payment.payer.key)
    await go('/sealing-keys', 'Sealing keys')
    await page.getByRole('button', { name: 'Add key' }).click()
    await page.getByRole('button', { name: 'Create a key in this browser' }).click()
    await page.getByText('Key added').waitFor()
    const kept = `new Promise((resolve) => {
      const opened = indexedDB.open('signpost')
      opened.onsuccess = () => {
        const all = opened.result.transaction('sealing-keys').objectStore('sealing-keys').getAll()
        all.onsuccess = () => resolve(all.result.map(({ type, extractable }) => [type, extractable]))
      }
    })`
    expect(await page.evaluate(kept)).toEqual([['private', false]])

    await go('/releases', 'Releases')
    await page.getByRole('button', { name: 'Request an address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Alias').fill(payee.alias)
    await dialog.getByRole('button', { name: 'Next' }).click()
    const { data: keys } = (await scene.server.send('GET', '/v1/sealing_keys', { key: payment.payer.key })).body
    const here = keys.find(({ id }: { id: string }) => id !== payment.sealingKey)
    await dialog.getByLabel('Sealing key').selectOption(here.id)
    await dialog.getByLabel('Your reference').fill('Invoice 7')
    await dialog.getByRole('button', { name: 'Request', exact: true }).click()
    const release = page.getByRole('listitem').filter({ hasText: 'Invoice 7' })
    await release.getByRole('button', { name: /^Open/ }).click()
    await release.getByText('DE89370400440532013000').waitFor()
  })

  test('a key that this browser can’t keep is not registered', async () => {
    const owner = await newOwner(scene.server)
    const { page, go } = await open(owner.key.key)
    await go('/sealing-keys', 'Sealing keys')
    await page.evaluate('IDBObjectStore.prototype.put = () => { throw new Error() }')
    await page.getByRole('button', { name: 'Add key' }).click()
    await page.getByRole('button', { name: 'Create a key in this browser' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect((await owner.registry.get('/v1/sealing_keys')).data).toEqual([])
  })

  test('the search finds pages, pages of the docs and ids of any kind', async () => {
    const owner = await newOwner(scene.server)
    const alice = await registerAlice(owner, freshName('alice'))
    const { page } = await open(owner.key.key)
    const find = async (text: string) => {
      await page.keyboard.press('Control+k')
      await page.getByLabel('Alias, name, reference, id or page').fill(text)
      return page.getByRole('dialog').getByRole('link')
    }
    await (await find('quot')).filter({ hasText: 'Quotas' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Quotas' }).waitFor()
    const docs = (await find('privacy levels')).filter({ hasText: 'Docs' })
    expect(await docs.getAttribute('href')).toBe('/docs/privacy-levels')
    await page.keyboard.press('Escape')
    await find('0151 1000 1000')
    await page.getByText('Write a number with its country code').waitFor()
    await page.keyboard.press('Escape')
    const { data: aliases } = await owner.registry.get(`/v1/identities/${alice}/aliases`)
    await (await find(aliases[0].id)).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.moment').getByText('alias.created').waitFor()
  })
})
