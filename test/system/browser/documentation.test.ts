import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { graphqlAnchor } from '../../../scripts/pages/graphql.ts'
import { changelog, urlOf as pathOf, slugify } from '../../../src/surfaces/pages/docs/markdown.ts'
import { hasNoChromium, startChromium } from '../../support/chromium.ts'
import { watch } from '../../support/page.ts'
import { forTests, startTestServer } from '../../support/server.ts'

const docs = join(import.meta.dirname, '../../../docs')
const sources = [...globSync('**/*.md', { cwd: docs }), changelog]

type Operation = { summary: string; operationId: string; 'x-graphql-field': string }

const pages = new Map<string, string>()
const server = forTests(() => startTestServer({ env: { NODE_ENV: 'production', RATE_LIMITS: 'off' } }))
beforeAll(async () => {
  // Rate limits of a single reader are not under test.
  for (const file of sources) pages.set(pathOf(file), (await server.send('GET', pathOf(file))).text)
})

test('every page of docs/ is served, under a policy of this origin alone, and its navigation leads to it', async () => {
  expect(sources.length).toBeGreaterThan(50)
  const home = pages.get('/docs/')!
  for (const file of sources) {
    const { status, headers, text } = await server.send('GET', pathOf(file))
    expect([file, status, headers.get('content-type')]).toEqual([file, 200, 'text/html; charset=utf-8'])
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).not.toMatch(/https?:|\*|unsafe|blob:/)
    expect(text, file).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+="/)
    expect([file, home.includes(`href="${pathOf(file)}"`)]).toEqual([file, true])
  }
})

test('every link of every page leads to a page and an anchor that exist, and no file comes from outside', async () => {
  const known = new Map<string, number>()
  const idsOf = (page: string) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const ids = new Map([...pages].map(([path, text]) => [path, idsOf(text)]))
  const dead: string[] = []
  for (const [path, text] of pages) {
    for (const [, tag, to] of text.matchAll(/<(\w+)[^>]*? (?:href|src)="([^"]+)"/g)) {
      const url = new URL(to!, server.url + path)
      if (url.origin !== new URL(server.url).origin) {
        expect([path, to, tag]).toEqual([path, to, 'a'])
        continue
      }
      const at = decodeURIComponent(url.hash.slice(1))
      if (!known.has(url.pathname)) known.set(url.pathname, (await server.send('GET', url.pathname)).status)
      const status = known.get(url.pathname)
      const isDead = status !== 200 || (at !== '' && ids.has(url.pathname) && !ids.get(url.pathname)!.has(at))
      if (isDead) dead.push(`${path}: ${to} (${status})`)
    }
  }
  expect(dead).toEqual([])
  expect(known.size).toBeGreaterThan(55)
})

test('404 for a path without a page', async () => {
  for (const path of [
    'absent',
    'errors.html',
    '404',
    'index.html',
    '..%2f..%2fpackage.json',
    'assets/',
    '%2e%2e/README',
  ]) {
    expect([path, (await server.send('GET', `/docs/${path}`)).status]).toEqual([path, 404])
  }
})

describe.skipIf(hasNoChromium)('in Chromium', { timeout: 120_000 }, () => {
  const browser = forTests(startChromium)

  async function open(path: string, options: BrowserContextOptions) {
    const page: Page = await browser.newPage(options)
    const watched = await watch(page.context(), page, server.url)
    await page.goto(server.url + path)
    await page.locator('main h1').waitFor()
    return { page, watched }
  }

  test('the search finds an error and leads to it, by the keyboard alone', async () => {
    const { page, watched } = await open('/docs', { viewport: { width: 1280, height: 800 } })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('alias_in_cooldown')
    await page.locator('#results [aria-selected=true]').first().waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('main').innerText(), { timeout: 30_000 }).toContain('alias_in_cooldown')
    expect(new URL(page.url()).pathname).toMatch(/^\/docs\/\w+/)
    expect(watched).toEqual({ outside: [], complaints: [] })
  })

  /** Asks the search, once it is open, until a result leads to where it should. */
  async function finds(page: Page, words: string, to: string): Promise<void> {
    await page.getByRole('combobox').fill(words)
    const result = page.locator(`#results a[href="/docs/${to}"]`).first()
    await expect.poll(() => result.count(), { timeout: 30_000, message: `${words} leads to ${to}` }).toBe(1)
  }

  test('the search finds operations by their id, path and summary, and queries and mutations by their name', async () => {
    const { page, watched } = await open('/docs', { viewport: { width: 1280, height: 800 } })
    await page.getByRole('button', { name: 'Search' }).click()
    const { paths } = (await server.send('GET', '/openapi.json')).body
    const all = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
      Object.values(item).map((operation) => ({ path, ...operation })),
    )
    expect(all.length).toBeGreaterThan(70)
    for (const { path, summary, operationId, 'x-graphql-field': field } of all.filter((_, index) => index % 9 === 0)) {
      const anchor = `rest-reference#${slugify(`${summary} (${operationId})`)}`
      await finds(page, operationId, anchor)
      await finds(page, summary, anchor)
      await finds(page, path, anchor)
      await finds(page, field.replace('.', ' '), `graphql-reference#${graphqlAnchor(field)}`)
    }
    expect(watched).toEqual({ outside: [], complaints: [] })
  })

  test('a found operation leads to where it can be tried', async () => {
    const { page } = await open('/docs', { viewport: { width: 1280, height: 800 } })
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox').fill('identities.retrieve')
    await page.locator('#results a[href*="rest-reference#read-an-identity"]').first().click()
    const heading = page.getByRole('heading', { name: 'Read an identity' })
    await expect.poll(async () => (await heading.boundingBox())?.y ?? 9_999, { timeout: 30_000 }).toBeLessThan(300)
    await page.locator('a[href="/docs/reference#tag/identities/GET/v1/identities/%7Bid%7D"]').click()
    await page.getByRole('heading', { name: 'Errors', exact: true }).waitFor({ timeout: 60_000 })
    const shown = page.getByRole('heading', { name: 'Read an identity' })
    await expect.poll(async () => (await shown.boundingBox())?.y ?? 9_999, { timeout: 30_000 }).toBeLessThan(800)
  })

  test('a doc_url leads to the explanation of its error', async () => {
    const { body } = await server.send('GET', '/v1/me')
    const { page, watched } = await open(new URL(body.error.doc_url).pathname + new URL(body.error.doc_url).hash, {})
    const heading = page.locator('#api_key_missing')
    await expect.poll(async () => (await heading.boundingBox())!.y, { timeout: 30_000 }).toBeLessThan(300)
    expect(watched).toEqual({ outside: [], complaints: [] })
  })

  test('a fragment that is no text leaves the page whole', async () => {
    const { page, watched } = await open('/docs/resolve#%', {})
    await page.getByRole('button', { name: 'Copy' }).first().waitFor()
    expect(watched).toEqual({ outside: [], complaints: [] })
  })

  test('samples in four languages are tabs, and the test key of the tab is whole only on Copy; a live key is never shown', async () => {
    const { page, watched } = await open('/docs/resolve', { permissions: ['clipboard-read', 'clipboard-write'] })
    const group = page.getByRole('tablist', { name: 'Language' }).first()
    expect(await group.getByRole('tab').allInnerTexts()).toEqual(['curl', 'TypeScript', 'Python', 'GraphQL'])
    const shown = () => page.locator('main .code:visible code').first().innerText()
    for (const [language, words] of [
      ['Python', 'signpost.resolve('],
      ['GraphQL', 'resolve(input:'],
      ['curl', '"Authorization: Bearer $KEY"'],
    ] as const) {
      await group.getByRole('tab', { name: language }).click()
      expect(await shown()).toContain(words)
    }
    for (const [key, mode] of [
      ['spk_test_abcdefgh1234', 'test'],
      ['spk_live_abcdefgh1234', 'live'],
    ] as const) {
      await page.evaluate((value) => sessionStorage.setItem('signpost:api-key', value), key)
      await page.reload()
      await group.waitFor()
      expect(await page.content()).not.toContain(key)
      expect(await shown()).toContain(mode === 'test' ? 'Bearer spk_test_…1234' : 'Bearer $KEY')
      await page.locator('main .code:visible').first().getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(copied).toContain(mode === 'test' ? `Bearer ${key}` : 'Bearer $KEY')
    }
    expect(watched).toEqual({ outside: [], complaints: [] })
  })

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    '%s, %i px wide: nothing is complained of, and the page is not wider than the window',
    async (scheme, width) => {
      for (const path of ['/docs', '/docs/limits', '/docs/errors', '/docs/architecture', '/docs/webhooks']) {
        const { page, watched } = await open(path, { colorScheme: scheme, viewport: { width, height: 800 } })
        expect([path, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([path, 0])
        const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
        expect(ground).toBe(scheme === 'dark' ? 'rgb(22, 30, 28)' : 'rgb(255, 255, 255)')
        expect(watched).toEqual({ outside: [], complaints: [] })
        await page.close()
      }
    },
  )
})
