import { describe, expect, test } from 'vitest'
import { newOwner } from '../../support/console.ts'
import { consoleInBrowser, hasNoChromium } from '../../support/console-browser.ts'
import { freshName } from '../../support/registry.ts'

describe.skipIf(hasNoChromium)('finding things in the console', { timeout: 90_000 }, () => {
  const scene = consoleInBrowser()
  const { open } = scene

  test('Ctrl-K finds an own identity by alias, name, reference and id, by the keyboard alone, and nobody else’s', async () => {
    const owner = await newOwner(scene.server)
    const name = freshName('zoe')
    const reference = `crm-${name}`
    const zoe = (await owner.registry.identity({ display_name: 'Zoë Underhill', external_reference: reference })).id
    await owner.registry.username(zoe, name)
    const other = await newOwner(scene.server)
    const theirs = freshName('theirs')
    await other.registry.username((await other.registry.identity({ display_name: 'Zoë Other' })).id, theirs)

    const { page } = await open(owner.key.key)
    const dialog = page.getByRole('dialog', { name: 'Find', exact: true })
    for (const text of [`@${name}`, 'zoe under', reference, zoe]) {
      await page.keyboard.press('Control+k')
      await dialog.waitFor()
      await page.keyboard.type(text)
      await dialog.getByRole('link', { name: text === zoe ? /Record/ : /Zoë Underhill/ }).waitFor()
      expect(await dialog.getByRole('link').count()).toBe(1)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Zoë Underhill' }).waitFor()
      expect(await dialog.count()).toBe(0)
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`@${theirs}`)
    await dialog.getByText('Nothing is found.').waitFor()
    expect(await page.evaluate('location.href')).not.toContain(theirs)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // The arrow keys go through what was found.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('zo')
    await dialog.getByRole('link').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Zoë Underhill' }).waitFor()
  })

  test('a list is narrowed by name and by the size of its pages, in the address; Back returns to the row it was left at', async () => {
    const owner = await newOwner(scene.server)
    const made = Array.from({ length: 55 }, (_, n) => `Person ${String(n).padStart(2, '0')}`)
    for (const display_name of made) await owner.registry.identity({ display_name })
    const { page, go } = await open(owner.key.key)
    await go('/identities', 'Identities')
    const rows = page.locator('li .identity-row')
    await expect.poll(() => rows.count()).toBe(20)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => rows.count()).toBe(40)
    await page.getByRole('link', { name: /^Person 20/ }).scrollIntoViewIfNeeded()
    const left = (await page.evaluate('scrollY')) as number
    expect(left).toBeGreaterThan(300)
    await page.getByRole('link', { name: /^Person 20/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Person 20' }).waitFor()
    await page.goBack()
    await expect.poll(() => rows.count()).toBe(40)
    await expect.poll(async () => Math.abs(((await page.evaluate('scrollY')) as number) - left)).toBeLessThan(60)

    await page.getByLabel('Page').selectOption('50')
    await expect.poll(() => rows.count()).toBe(50)
    await page.getByLabel('Name').fill('person 1')
    await page.keyboard.press('Enter')
    await expect.poll(() => rows.count()).toBe(10)
    expect(await page.evaluate('location.hash')).toBe('#/identities?size=50&name=person+1')
    await page.goBack()
    await expect.poll(() => rows.count()).toBe(50)
    expect(await page.getByLabel('Name').inputValue()).toBe('')
  })

  test('consumers are shown by their names, and events by type, time and actor', async () => {
    const owner = await newOwner(scene.server)
    const payer = await scene.server.key({ consumer: 'a-payer-with-a-name' })
    const { id } = await owner.registry.identity({ display_name: 'Ann' })
    await owner.registry.grant(id, payer.consumer)
    const { page, go } = await open(owner.key.key)
    await go('/consent/grants', 'Consent')
    await page.getByText('a-payer-with-a-name').waitFor()

    await go('/events', 'Events')
    const events = page.locator('.deliveries .event')
    await expect
      .poll(async () => (await events.allTextContents()).sort())
      .toEqual(['consent.granted', 'identity.created'])
    await page.getByLabel('Type').selectOption('identity.created')
    await expect.poll(() => events.allTextContents()).toEqual(['identity.created'])
    await page.getByLabel('Time').selectOption('Last hour')
    expect(await page.evaluate('location.hash')).toBe('#/events?type=identity.created&since=1')
    await events.first().click()
    const shown = page.locator('details[open]')
    await shown.getByText('by your key').waitFor()
    expect(JSON.parse((await shown.locator('pre').textContent())!)).toEqual(
      expect.objectContaining({ type: 'identity.created', livemode: false, data: { identity: id, type: 'user' } }),
    )
    await go('/events?type=%3Cscript%3E&since=9', 'Events')
    await expect.poll(() => events.count()).toBe(2)
  })
})
