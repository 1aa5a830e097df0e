import { describe, expect, test } from 'vitest'
import { findChromium, openChromium } from '../../support/chromium.ts'
import { forTests, startTestServer } from '../../support/server.ts'

const server = forTests(startTestServer)
const production = forTests(() => startTestServer({ env: { NODE_ENV: 'production' } }))

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const linksOf = (text: string) => [...text.matchAll(/href="([^"]+)"/g)].map(([, path]) => path!)

describe('GET /', () => {
  test('shows a browser the way to every page, and every link leads somewhere', async () => {
    const { status, headers, text } = await server.send('GET', '/', { headers: html })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const links = linksOf(text)
    expect(links).toEqual(
      expect.arrayContaining(['/console', '/graphql', '/docs', '/docs/reference', '/openapi.json', '/readyz']),
    )
    for (const path of links)
      expect([path, (await server.send('GET', path, { headers: html })).status]).toEqual([path, 200])
  })

  test('names no page that is not mounted', async () => {
    const { text } = await production.send('GET', '/', { headers: html })
    expect(linksOf(text)).not.toContain('/graphql')
    expect(linksOf(text)).toContain('/console')
  })

  test('is under a policy that allows its own style and script alone, and loads nothing', async () => {
    const { headers, text } = await server.send('GET', '/', { headers: html })
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; script-src 'sha256-[\w+/]+='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(text).not.toMatch(/\ssrc=|\son\w+=|https?:\/\//)
  })

  test.each(['/nope', '/docs/nope'])(
    '%s is a page with a way on for a browser, and the usual refusal for a program',
    async (path) => {
      const page = await server.send('GET', path, { headers: html })
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(linksOf(page.text)).toEqual(['/', '/docs'])
      expect((await server.send('GET', path)).body.error.code).toBe('route_not_found')
      const below = await server.send('GET', '/v1/nope', { headers: html })
      expect([below.status, below.body.error.code]).toEqual([404, 'route_not_found'])
    },
  )

  test.skipIf(!findChromium())('shows a sample with the address of this service, to copy', async () => {
    const browser = await openChromium(findChromium()!)
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`curl ${server.url}/v1/resolve`)
    await browser.close()
  })

  test.each([{ accept: 'application/json' }, { accept: '*/*' }, {}])(
    'is no route for a program, as any unknown path: %j',
    async (headers) => {
      const { status, body } = await server.send('GET', '/', { headers })
      expect([status, body.error.code]).toEqual([404, 'route_not_found'])
    },
  )
})

test.each([
  '/',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/schema.graphql',
  '/console',
  '/docs',
  '/docs/reference',
  '/graphql',
])('HEAD %s answers like GET, without a body', async (path) => {
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => fetch(server.url + path, { method, headers: html })),
  )
  expect(await head!.text()).toBe('')
  expect((await get!.text()).length).toBeGreaterThan(0)
  const of = ({ status, headers }: Response) => [
    status,
    ...['content-type', 'content-length', 'content-security-policy', 'cache-control'].map((name) => headers.get(name)),
  ]
  expect(of(head!)).toEqual(of(get!))
  expect(head!.status).toBe(200)
})

test('HEAD of a file of a page answers like GET', async () => {
  const { text } = await server.send('GET', '/console', { headers: html })
  const [, file] = /"(\/console\/[^"]+\.js)"/.exec(text)!
  const head = await fetch(server.url + file, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
})

test('HEAD of /graphql stays refused for a program', async () => {
  expect((await fetch(`${server.url}/graphql`, { method: 'HEAD' })).status).toBe(405)
})
