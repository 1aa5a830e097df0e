import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasNoChromium, startChromium } from '../../support/chromium.ts'
import { newOwner, openConsole, registerAlice, signIn } from '../../support/console.ts'
import { makeScene, type Scene, visit } from '../../support/console-scene.ts'
import { answer, startReceiver } from '../../support/receiver.ts'
import { freshName } from '../../support/registry.ts'
import { forTests } from '../../support/server.ts'
import { startWebhookServer } from '../../support/webhooks.ts'

/** As strict as it gets: nothing runs but what the console's manifest lists. */
const env = {
  TRUSTED_DOCUMENTS: 'web/console/dist/documents.json',
  INTROSPECTION: 'off',
  RATE_LIMITS: 'on',
  WEBHOOK_RETRY_SCHEDULE: '0,600',
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Judgement = { passed: number; violations: string[] }

/** Returns axe's serious and critical violations, and the number of rules that passed; runs all rules by default. */
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

describe.skipIf(hasNoChromium)('the console in Chromium', { timeout: 300_000 }, () => {
  const server = forTests(() => startWebhookServer({ env }))
  const receiver = forTests(() => startReceiver(answer(503, {}, 'no room at the inn')))
  const browser = forTests(startChromium)
  let scene: Scene
  beforeAll(async () => {
    server.work()
    scene = await makeScene(server, receiver)
  })

  test.each([
    ['light and dark, on a desk', { width: 1280, height: 800 }, true],
    // The colours of a phone are those of a desk.
    ['light, at 390 px', { width: 390, height: 844 }, false],
  ])('axe finds nothing serious or critical in any view, %s', async (_, viewport, isDarkToo) => {
    const { page, watched, close } = await openConsole(browser, server.url, { colorScheme: 'light', viewport })
    const found: string[] = []
    let light = 0
    const unread: string[] = []
    const states = await visit(page, scene, async (state) => {
      const inLight = await judge(page)
      light += inLight.passed
      found.push(...inLight.violations.map((violation) => `${state}, light: ${violation}`))
      if (!isDarkToo) return
      await page.emulateMedia({ colorScheme: 'dark' })
      // Nothing but the colours is different.
      const inDark = await judge(page, ['color-contrast'])
      await page.emulateMedia({ colorScheme: 'light' })
      if (inDark.passed === 0) unread.push(state)
      found.push(...inDark.violations.map((violation) => `${state}, dark: ${violation}`))
    })
    expect(found).toEqual([])
    expect(watched).toEqual({ outside: [], complaints: [] })
    expect(light).toBeGreaterThan(states.length * 15)
    expect(unread).toEqual([])
    console.info(`axe: ${states.length} states, ${light} rules passed in light, ${found.length} violations`)
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
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect(await focused(page)).toBe('Overview')
    await tabUntil(page, 'Identities', 'Shift+Tab')
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
      .getByText(/No grant covers it\. Answered exactly like .* Grant consent\./)
      .waitFor()
    expect(await level()).toBe('consent_required')
    expect(await focused(page)).toBe('Consent')
    await close()
  })

  test('a dialog keeps the focus until Escape, which returns it to the dialog’s opener', async () => {
    const { page, go, close } = await openConsole(browser, server.url)
    await signIn(page, scene.owner.key.key)
    await go('/identities', 'Identities')
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

/** Returns the name of the focused element; a stop without a visible ring is an error. */
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
