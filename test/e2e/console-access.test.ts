import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, openChromium } from '../support/chromium.ts'
import { newCaller, newOwner, type Owner, openConsole, registerAlice, signIn } from '../support/console.ts'
import { answer, type Receiver, startReceiver } from '../support/receiver.ts'
import { freshName } from '../support/registry.ts'
import { eventually, startWebhookServer, type WebhookServer } from '../support/webhooks.ts'

/** As strict as it gets: nothing runs but what the console's manifest lists. */
const env = {
  TRUSTED_DOCUMENTS: 'web/console/dist/documents.json',
  INTROSPECTION: 'off',
  RATE_LIMITS: 'on',
  WEBHOOK_RETRY_SCHEDULE: '0,600',
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const executable = findChromium()

describe.skipIf(!executable)('the console in Chromium', { timeout: 150_000 }, () => {
  let server: WebhookServer
  let receiver: Receiver
  let browser: Browser
  let scene: Scene
  beforeAll(async () => {
    server = await startWebhookServer({ env })
    receiver = await startReceiver(answer(503, {}, 'no room at the inn'))
    server.work()
    browser = await openChromium(executable!)
    scene = await makeScene(server, receiver)
  })
  afterAll(async () => {
    await browser?.close()
    await server.close()
    await receiver.close()
  })

  test('axe finds nothing serious or critical in any view, light and dark', async () => {
    const { page, watched, close } = await openConsole(browser, server.url, { colorScheme: 'light' })
    const found: string[] = []
    let [light, dark] = [0, 0]
    const states = await visit(page, scene, async (state) => {
      const inLight = await judge(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      // Nothing but the colours is another.
      const inDark = await judge(page, ['color-contrast'])
      await page.emulateMedia({ colorScheme: 'light' })
      light += inLight.passed
      dark += inDark.passed
      found.push(...inLight.violations.map((violation) => `${state}, light: ${violation}`))
      found.push(...inDark.violations.map((violation) => `${state}, dark: ${violation}`))
    })
    expect(found).toEqual([])
    expect(watched).toEqual({ outside: [], complaints: [] })
    expect(light).toBeGreaterThan(states.length * 15)
    expect(dark).toBe(states.length)
    console.info(
      `axe: ${states.length} states, ${light} rules passed in light, ${dark} in dark, ${found.length} violations`,
    )
    await close()
  })

  test('axe is not blind: a button without a name and pale text are found', async () => {
    const { page, close } = await openConsole(browser, server.url)
    await page.evaluate(`document.querySelector('h1').insertAdjacentElement('afterend', document.createElement('button'))
      document.querySelector('h1').style.color = '#e5e5e5'`)
    expect((await judge(page)).violations).toEqual([
      expect.stringContaining('button-name'),
      expect.stringContaining('color-contrast'),
    ])
    await close()
  })

  test('at 360 px nothing scrolls sideways, in any view', async () => {
    const { page, watched, close } = await openConsole(browser, server.url, { viewport: { width: 360, height: 740 } })
    const wide: string[] = []
    const states = await visit(page, scene, async (state) => {
      const beyond = (await page.evaluate(`[...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map(({ outerHTML }) => outerHTML.slice(0, 100))`)) as string[]
      const scrolls = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      if (scrolls || beyond.length > 0) wide.push(`${state}: ${beyond}`)
    })
    expect(wide).toEqual([])
    expect(watched).toEqual({ outside: [], complaints: [] })
    console.info(`360 px: ${states.length} states, ${wide.length} scroll sideways`)
    await close()
  })

  test('by the keyboard alone: sign in, skip the navigation, open an identity, change a privacy level', async () => {
    const owner = await newOwner(server)
    const name = freshName('alice')
    const alice = await registerAlice(owner, name)
    const { page, close } = await openConsole(browser, server.url)
    const press = (key: string) => page.keyboard.press(key)

    await page.getByLabel('API key').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(owner.key.key)
    await press('Enter')
    await page.getByText(`@${name}`).waitFor()
    expect(await focused(page)).toBe('Identities')

    await tabUntil(page, 'Skip to the content', 'Shift+Tab')
    await press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')

    await tabUntil(page, 'Alice')
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Alice' }).waitFor()
    await tabUntil(page, 'Public')
    const level = async () => (await owner.registry.get(`/v1/identities/${alice}/aliases`)).data.at(-1).privacy_level
    for (const passed of ['Unlisted', 'Consent', 'Private']) {
      await press('ArrowRight')
      expect(await focused(page)).toBe(passed)
    }
    // Walking past a level chooses nothing.
    expect(await level()).toBe('public')
    await press('ArrowLeft')
    await press('Enter')
    await page
      .getByRole('region', { name: 'View as consumer' })
      .getByText('No active grant covers this alias')
      .waitFor()
    expect(await level()).toBe('consent_required')
    expect(await focused(page)).toBe('Consent')
    await close()
  })

  test('a dialog keeps the focus until Escape, which gives it back to what opened the dialog', async () => {
    const { page, close } = await openConsole(browser, server.url)
    await signIn(page, scene.owner.key.key)
    await page.getByRole('button', { name: 'New identity' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    const places = new Set<unknown>()
    for (let n = 0; n < 14; n++) {
      await page.keyboard.press('Tab')
      places.add(
        await page.evaluate(`document.activeElement.closest('dialog') ? 'dialog' : document.activeElement.localName`),
      )
    }
    // Between the last and the first stop the browser's own controls have their turn.
    places.delete('body')
    expect([...places]).toEqual(['dialog'])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('New identity')
    await close()
  })
})

type Scene = { owner: Owner; alice: string; name: string; webhook: string; grantee: string }

/** An owner with something in every view. */
async function makeScene(server: WebhookServer, receiver: Receiver): Promise<Scene> {
  const owner = await newOwner(server)
  const name = freshName('alice')
  const alice = await registerAlice(owner, name)
  const off = { capabilities: [{ asset: 'EUR', rail: 'sepa' }], status: 'disabled' }
  await server.send('PATCH', `/v1/endpoints/${(await owner.registry.wallet(alice)).id}`, {
    key: owner.key.key,
    body: off,
  })
  await owner.registry.identity({ type: 'merchant', display_name: 'A merchant with a name that is rather long' })
  const [friend, stranger] = [await newCaller(server), await newCaller(server)]
  await owner.registry.grant(alice, friend.consumer, { purpose: 'Paying out freelance invoices' })
  for (const { key } of [friend, stranger]) {
    await server.send('POST', '/v1/resolve', { key, body: { alias: `@${name}` } })
  }
  const body = { alias: `@${name}`, purpose: 'Salary payments' }
  await server.send('POST', '/v1/consent_requests', { key: stranger.key, body })
  const hook = { url: `${receiver.url}/a/rather/long/path/to/the/receiver/of/everything`, enabled_events: ['*'] }
  const webhook = (await server.send('POST', '/v1/webhooks', { key: owner.key.key, body: hook })).body.id
  await owner.registry.identity()
  const count = async (path: string) => (await owner.registry.get(path)).data.length
  await eventually(async () => (await count('/v1/consent_requests?direction=incoming')) === 1)
  await eventually(async () => (await count(`/v1/identities/${alice}/disclosures`)) === 2)
  await receiver.got(1)
  return { owner, alice, name, webhook, grantee: friend.consumer }
}

/** Goes through the views, their dialogs and their refusals. @returns the states it stopped at */
async function visit(page: Page, scene: Scene, look: (state: string) => Promise<void>): Promise<string[]> {
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
  await page.getByText(`@${scene.name}`).waitFor()
  await stop('identities')
  await page.getByLabel('Status').selectOption('Closed')
  await page.getByText('None of this status').waitFor()
  await stop('empty list')
  await dialog('New identity', 'new identity')
  await dismiss()

  await go(`/identities/${scene.alice}`)
  await page.getByText('1 of 3').waitFor()
  await stop('identity')
  await page.getByLabel('Who is asking').selectOption(scene.grantee)
  await page.getByText('2 of 3').waitFor()
  await stop('identity, viewed as its grantee')
  await dialog('Add alias', 'add alias')
  await page.getByRole('dialog').getByLabel('Alias', { exact: true }).fill('admin')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await stop('add alias, refused')
  await dismiss()
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('button', { name: 'Add capability' }).click()
  await stop('add endpoint')
  await dismiss()
  await dialog(/^Release/, 'release alias')
  await dismiss()
  await go(`/identities/${scene.alice}/disclosures`)
  await page.getByText('by the grant').waitFor()
  await stop('disclosures')

  await go('/consent')
  await page.getByText('Salary payments').waitFor()
  await stop('consent requests')
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.getByText('Let me choose').click()
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
  await page.getByText('identity.created').first().click()
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
  await go('/limits')
  await page.getByRole('meter').first().waitFor()
  await stop('quotas')
  await go('/nowhere')
  await page.getByText('No such page').waitFor()
  await stop('no such page')
  return states
}

type Judgement = { passed: number; violations: string[] }

/** What axe finds serious or critical, and how many of its rules found nothing at all; all rules unless told which. */
async function judge(page: Page, rules?: readonly string[]): Promise<Judgement> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe)
  const options = rules ? { runOnly: { type: 'rule', values: rules } } : {}
  return (await page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ passes, violations }) => ({
    passed: passes.length,
    violations: violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')),
  }))`)) as Judgement
}

/** What has the focus, by its name; a stop without a ring around it is an error. */
async function focused(page: Page): Promise<string> {
  const { name, hasRing, isHeading } = (await page.evaluate(`(() => {
    const element = document.activeElement
    const text = element.getAttribute('aria-label') ?? element.querySelector('strong')?.textContent ?? element.textContent
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return {
      name: text.trim(),
      hasRing: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      isHeading: element.tabIndex < 0,
    }
  })()`)) as { name: string; hasRing: boolean; isHeading: boolean }
  if (!hasRing && !isHeading) throw new Error(`no ring around ${name}`)
  return name
}

async function tabUntil(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let n = 0; n < 30; n++) {
    await page.keyboard.press(key)
    if ((await focused(page)) === name) return
  }
  throw new Error(`no stop at ${name}`)
}
