import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasNoChromium, startChromium } from '../../support/chromium.ts'
import { forTests, startTestServer } from '../../support/server.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Selectors that show that a page is drawn. */
const drawn: Record<string, string> = {
  '/': 'main a',
  '/console': 'input',
  '/nope': 'h1',
  '/docs': 'main h1',
  '/docs/errors': 'main h1',
  '/docs/reference': '.section-container',
  '/graphql': '.graphiql-query-editor .view-lines, .graphiql-query-editor .CodeMirror-code',
}

/** Returns axe's violations, each with its element, and the number of elements that passed. */
async function judge(page: Page, options = {}): Promise<{ held: number; violations: string[] }> {
  await page.evaluate(axe)
  return page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ passes, violations }) => ({
    held: passes.reduce((sum, { nodes }) => sum + nodes.length, 0),
    violations: violations.flatMap(({ id, nodes }) => nodes.map(({ html, target, any }) =>
      id + ' ' + target.join(' ') + ' ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))),
  }))`)
}

describe.skipIf(hasNoChromium)('axe finds nothing in any page', { timeout: 120_000 }, () => {
  const server = forTests(startTestServer)
  const browser = forTests(startChromium)

  for (const path of Object.keys(drawn)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      // Nothing but the colours is different in dark, and they are the same at each width.
      const [widths, options] = colorScheme === 'light' ? [[1280, 390], {}] : [[1280], { runOnly: ['color-contrast'] }]
      for (const width of widths) {
        test(`${path}, ${colorScheme}, ${width} px wide`, async () => {
          const viewport = { width, height: 900 }
          const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce', locale: 'en-GB' })
          const page = await context.newPage()
          await page.goto(server.url + path)
          await page.locator(drawn[path]!).first().waitFor({ timeout: 30_000 })
          const { held, violations } = await judge(page, options)
          await context.close()
          expect(violations).toEqual([])
          expect(held).toBeGreaterThan(3)
        })
      }
    }
  }
})
