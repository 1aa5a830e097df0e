import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorCatalogue } from '../../../src/kernel/errors.ts'
import { hasNoChromium, startChromium } from '../../support/chromium.ts'
import { type Watched, watch } from '../../support/page.ts'
import { forTests, startTestServer } from '../../support/server.ts'

const server = forTests(() => startTestServer({ env: { NODE_ENV: 'production' } }))

test('the page is there in production, under a policy that names no other origin', async () => {
  const page = await server.send('GET', '/docs/reference')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'; script-src 'self';")
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|blob:/)
  expect(page.text).not.toMatch(/<script(?![^>]* src=)|\son\w+=|https?:\/\//)
  const files = [...page.text.matchAll(/(?:src|href)="(\/docs\/reference\/[^"]+)"/g)].map(([, path]) => path!)
  expect(files.length).toBeGreaterThanOrEqual(3)
  for (const path of files) expect((await server.send('GET', path)).status, path).toBe(200)
})

test('404 for a path without a file', async () => {
  for (const path of ['index.html', 'absent.js', '..%2f..%2fpackage.json', '']) {
    expect((await server.send('GET', `/docs/reference/files/${path}`)).status).toBe(404)
  }
})

describe.skipIf(hasNoChromium)('in Chromium', { timeout: 120_000 }, () => {
  type Operation = { summary: string; operationId: string }
  let operations: Operation[]
  const browser = forTests(startChromium)
  let page: Page
  let watched: Watched

  const open = async (options: BrowserContextOptions): Promise<void> => {
    page = await browser.newPage(options)
    watched = await watch(page.context(), page, server.url)
    await page.goto(`${server.url}/docs/reference`)
    await page.getByRole('heading', { name: 'Errors', exact: true }).waitFor()
  }

  const sidebar = () => page.getByRole('complementary')

  beforeAll(async () => {
    const { paths } = (await server.send('GET', '/openapi.json')).body as {
      paths: Record<string, Record<string, Operation>>
    }
    operations = Object.values(paths).flatMap((path) => Object.values(path))
    await open({ viewport: { width: 1280, height: 800 } })
  })

  test('every operation is on the page, and every error code is explained', async () => {
    expect(operations.length).toBeGreaterThan(40)
    const shown = await sidebar().getByRole('link').allInnerTexts()
    for (const { summary } of operations)
      expect(
        shown.some((text) => text.startsWith(summary)),
        summary,
      ).toBe(true)
    const rows = await page.getByRole('row').allInnerTexts()
    // The page shows a word between backticks as code.
    const explained = (code: string, message: string) =>
      rows.some((row) => row.includes(code) && row.includes(message.replaceAll('`', '')))
    for (const [code, { message }] of Object.entries(errorCatalogue)) expect(explained(code, message), code).toBe(true)
  })

  test('it leads back to the documentation, and an operation shows the answer of a run', async () => {
    const back = page.getByRole('link', { name: /^Documentation/ }).first()
    expect(new URL((await back.getAttribute('href'))!, server.url).pathname).toBe('/docs')
    await sidebar().getByRole('link', { name: 'Show the consumer of the key' }).click()
    await page.getByText('"apc_01m7xjxa').first().waitFor()
  })

  test('an operation shows its command and is tried with a key, which is kept nowhere', async () => {
    const { key } = await server.key()
    await sidebar().getByRole('link', { name: 'Show the consumer of the key' }).click()
    await page
      .getByText(`localhost:${new URL(server.url).port}/v1/me`)
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^Test Request.*\/v1\/me\)/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Bearer Token' }).fill(key)
    await dialog.getByRole('button', { name: /^Send Request/ }).click()
    await dialog.getByText('"owner"').first().waitFor()
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(kept).not.toContain(key)
    expect(watched).toEqual({ outside: [], complaints: [] })
  })

  test.each([
    ['a dark one', { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }],
    ['a phone', { viewport: { width: 390, height: 844 } }],
  ] as const)(
    'on %s nothing comes from outside, nothing is complained of, and nothing is cut off',
    async (_, options) => {
      await open(options)
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      expect(await page.evaluate("document.body.classList.contains('dark-mode')")).toBe('colorScheme' in options)
      expect(watched).toEqual({ outside: [], complaints: [] })
      console.info(`reference: ${watched.outside.length} outside requests, ${watched.complaints.length} complaints`)
    },
  )
})
