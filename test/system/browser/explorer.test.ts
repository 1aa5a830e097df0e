import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasNoChromium, startChromium } from '../../support/chromium.ts'
import { type Watched, watch } from '../../support/page.ts'
import { forTests, startTestServer } from '../../support/server.ts'

const server = forTests(startTestServer)

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('a browser gets the page, under a policy that names no other origin', async () => {
  const page = await server.send('GET', '/graphql', { headers: html })
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'; script-src 'self';")
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|blob:/)
  expect(page.text).not.toMatch(/<script(?![^>]* src=)|\son\w+=|https?:\/\//)
})

test('its files are served by name, cached for a year if the name has a content hash', async () => {
  const { text } = await server.send('GET', '/graphql', { headers: html })
  const files = [...text.matchAll(/(?:src|href)="(\/graphql\/explorer\/[^"]+)"/g)].map(([, path]) => path!)
  expect(files.length).toBeGreaterThanOrEqual(3)
  for (const path of files) {
    const { status, headers } = await server.send('GET', path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^(?:text\/javascript|text\/css|image\/svg\+xml)/)
    expect(headers.get('cache-control')).toMatch(path.endsWith('.svg') ? /max-age=3600$/ : /immutable$/)
  }
})

test.each([
  '/graphql/explorer/index.html',
  '/graphql/explorer/absent.js',
  '/graphql/explorer/..%2f..%2fpackage.json',
  '/graphql/explorer/%2e%2e%2fsrc%2fmain.tsx',
  '/graphql/explorer/%00',
  '/graphql/explorer/',
])('404 for a path without a file of the explorer: %s', async (path) => {
  expect((await server.send('GET', path)).status).toBe(404)
})

test('without introspection there is no explorer', async () => {
  const production = await startTestServer({ env: { NODE_ENV: 'production' } })
  try {
    const page = await production.send('GET', '/graphql', { headers: html })
    expect(page.headers.get('content-type')).toMatch(/^application\/json/)
    expect((await production.send('GET', '/graphql/explorer/signpost.svg')).status).toBe(404)
  } finally {
    await production.close()
  }
})

describe.skipIf(hasNoChromium)('in Chromium', { timeout: 90_000 }, () => {
  const browser = forTests(startChromium)
  let page: Page
  let key: string
  let watched: Watched

  beforeAll(async () => {
    key = (await server.key()).key
    await registerAlice(key)
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    watched = await watch(page.context(), page, server.url)
    await page.goto(`${server.url}/graphql`)
  })

  test('at 390 px the answer has the whole width, below the query', async () => {
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await phone.goto(`${server.url}/graphql`)
    const [query, answer] = await Promise.all(
      ['.graphiql-editors', '.graphiql-response'].map(async (part) => {
        await phone.locator(part).waitFor()
        return (await phone.locator(part).boundingBox())!
      }),
    )
    expect(answer!.width).toBeGreaterThan(250)
    expect(answer!.y).toBeGreaterThanOrEqual(query!.y + query!.height)
    expect(answer!.height).toBeGreaterThan(200)
    await phone.close()
  })

  test('a key and the starter query show the answer, with nothing from outside and no complaint', async () => {
    await page.getByLabel('API key').fill(key)
    await page.getByText('Test mode').waitFor()
    await page.locator('.graphiql-query-editor').getByText('resolve', { exact: true }).waitFor()
    await page.getByRole('button', { name: /execute query/i }).click()
    await page.locator('.result-window').getByText('0x5290…9EE7').waitFor()

    expect(page.url()).toBe(`${server.url}/graphql`)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key)
    expect(watched).toEqual({ outside: [], complaints: [] })
    console.info(
      `explorer: ${watched.outside.length} outside requests, ${watched.complaints.length} complaints of the browser`,
    )
  })

  test('the documentation shows the schema', async () => {
    await page.getByRole('button', { name: /show documentation explorer/i }).click()
    await page.getByRole('link', { name: 'Query', exact: true }).click()
    await page.getByText('resolveBulk').first().waitFor()
    expect(watched).toEqual({ outside: [], complaints: [] })
  })
})

async function registerAlice(key: string): Promise<void> {
  const identity = (await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })).body.id
  await server.send('POST', '/v1/aliases', {
    key,
    body: { identity, type: 'username', value: '@alice', privacy_level: 'public' },
  })
  await server.send('POST', '/v1/endpoints', {
    key,
    body: {
      identity,
      type: 'crypto_wallet',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      privacy_level: 'public',
      capabilities: [{ asset: 'USDC', network: 'ethereum', rail: 'onchain' }],
    },
  })
}
