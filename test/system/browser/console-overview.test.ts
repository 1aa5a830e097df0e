import { describe, expect, test } from 'vitest'
import { claimByTest, newCaller, newOwner, registerAlice, signIn } from '../../support/console.ts'
import { consoleInBrowser, hasNoChromium } from '../../support/console-browser.ts'
import { freshName } from '../../support/registry.ts'

describe.skipIf(hasNoChromium)('the console’s first page, and its addresses', { timeout: 90_000 }, () => {
  const scene = consoleInBrowser()
  const { open } = scene

  test('it lists the owner’s pending work with links; a guess at a hidden alias changes nothing on it', async () => {
    const owner = await newOwner(scene.server)
    const name = freshName('alice')
    const alice = await registerAlice(owner, name)
    // The page shows the times of the owner’s own writes once they are recorded.
    await scene.server.app.requestRecords.flush()
    const { page, go } = await open(owner.key.key)
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByText('Nothing waits for you').waitFor()
    await page.getByRole('figure').waitFor()
    // All but the names of the hours, which go by.
    const text = () =>
      page.evaluate(`(() => {
        const copy = document.querySelector('main').cloneNode(true)
        for (const each of copy.querySelectorAll('time, .axis, svg')) each.remove()
        return copy.textContent
      })()`)
    const before = await text()
    const guesser = await newCaller(scene.server)
    for (let n = 0; n < 3; n++) {
      const body = { alias: `${name}@example.com` }
      expect((await scene.server.send('POST', '/v1/resolve', { key: guesser.key, body })).status).toBe(404)
    }
    await scene.server.app.usage.flush()
    await scene.server.app.requestRecords.flush()
    await go('/limits', 'Quotas')
    await go('/overview', 'Overview')
    await page.getByText('Nothing waits for you').waitFor()
    await page.getByRole('figure').waitFor()
    expect(await text()).toBe(before)

    await owner.registry.alias(alice, 'phone', '+12125550151')
    await claimByTest(scene.server, await newOwner(scene.server), '+12125550151')
    await go('/limits', 'Quotas')
    await go('/overview', 'Overview')
    await page.getByText('Act now').waitFor()
    await page.getByRole('link', { name: /Somebody claims \+12125550151/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Claims' }).waitFor()
  })

  test('charts show the counts of the key’s consumer, in 24 hours and 30 days, and a table has the same figures', async () => {
    const owner = await newOwner(scene.server)
    const name = freshName()
    await owner.registry.username((await owner.registry.identity()).id, name)
    const items = [name, name, name, 'nobody.is.here']
    await scene.server.send('POST', '/v1/resolve/bulk', { key: owner.key.key, body: { items } })
    await scene.server.app.usage.flush()
    const { page, go } = await open(owner.key.key)
    await page.getByRole('figure').waitFor()
    const figures = page.locator('dl.figures')
    await figures.getByText('75% resolved').waitFor()
    expect(await figures.locator('dd').first().textContent()).toBe('4')
    expect(await page.locator('.plot rect').count()).toBe(48)
    await page.getByText('The figures as a table').click()
    const rows = page.getByRole('table').locator('tbody tr')
    expect(await rows.count()).toBe(24)
    const cells = () => rows.first().locator('td').allTextContents()
    expect(await cells()).toEqual(['3', '1', '0', '0', '0'])

    await page.getByRole('button', { name: '30 days' }).click()
    await expect.poll(() => rows.count()).toBe(30)
    expect(await cells()).toEqual(['3', '1', '0', '0', '0'])
    expect(await page.evaluate('location.hash')).toBe('#/overview?span=DAY')
    await page.goBack()
    await expect.poll(() => rows.count()).toBe(24)
    await go('/limits', 'Quotas')
    await go('/overview?span=DAY', 'Overview')
    await page.getByRole('button', { name: '30 days', pressed: true }).waitFor()
  })

  test('filters are in the address: Back undoes one, and a copied address opens the same list', async () => {
    const owner = await newOwner(scene.server)
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
    const { key } = await newOwner(scene.server)
    const { page } = await scene.openSignedOut()
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
    // Leaving the page ends its own requests: one that is refused would remove the key before the page opens again.
    const console = page.url()
    await page.goto('about:blank')
    await scene.server.send('DELETE', `/v1/api_keys/${key.keyId}`, { key: key.key })
    await page.goto(console)
    await page.getByText('api_key_revoked').waitFor()
    expect(await kept()).toBe('{}')
  })

  test('events are listed with the data that webhooks get', async () => {
    const owner = await newOwner(scene.server)
    const identity = (await owner.registry.identity()).id
    const { page, go } = await open(owner.key.key)
    await go('/events', 'Events')
    await page.locator('summary').getByText('identity.created').click()
    await page.locator('details[open]').getByText(identity).waitFor()
  })
})
