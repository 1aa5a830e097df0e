import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/**
 * Takes the pictures of docs/images with Chromium, of a service that was started on an empty DATA_DIR with its demo:
 * `node scripts/take-pictures.ts URL DEMO_KEY KEY KEY`, with two keys of other consumers. Its registry is changed on the way: use a folder that is thrown away.
 */
const [url, key] = process.argv.slice(2)
const images = fileURLToPath(new URL('../docs/images/', import.meta.url))

type Answer = Record<string, unknown> & { id: string; data: Answer[]; key: string; aliases?: Answer[] }

async function call(verb: string, path: string, body?: object, as = key): Promise<Answer> {
  const response = await fetch(url + path, {
    method: verb,
    headers: { authorization: `Bearer ${as}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${verb} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

/** The demo's Alice, a consumer with a grant, and a request that waits for an answer. */
async function makeScene(friendKey: string, strangerKey: string): Promise<string> {
  const { data } = await call('GET', '/v1/identities')
  const alice = data.find(({ display_name }) => display_name === 'Alice Example')!.id
  const friend = await call('GET', '/v1/me', undefined, friendKey)
  const endpoints = await call('GET', `/v1/identities/${alice}/endpoints`)
  const account = endpoints.data.find(({ type }) => type === 'bank_account')!.id
  await call('POST', '/v1/consent_grants', {
    identity: alice,
    consumer: friend.id,
    covers: { endpoints: [account] },
    purpose: 'Paying out freelance invoices',
    expires_at: Math.floor(Date.now() / 1000) + 90 * 86_400,
  })
  for (const as of [friendKey, strangerKey]) await call('POST', '/v1/resolve', { alias: '@alice' }, as)
  await call('POST', '/v1/consent_requests', { alias: '@alice', purpose: 'Salary payments' }, strangerKey)
  return alice
}

async function open(browser: Browser, path: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await page.goto(url + path)
  return page
}

async function openConsole(browser: Browser, hash: string, options: BrowserContextOptions): Promise<Page> {
  const page = await open(browser, '/console', options)
  await page.getByLabel('API key').fill(key!)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Console' }).waitFor()
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
  return page
}

async function save(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: `${images}${name}.png` })
  await page.context().close()
}

const wide = { viewport: { width: 1280, height: 800 } }

async function takeExplorer(browser: Browser): Promise<void> {
  const page = await open(browser, '/graphql', { ...wide, colorScheme: 'light' })
  await page.getByLabel('API key').fill(key!)
  await page.locator('.graphiql-query-editor .view-lines').waitFor()
  await page.getByRole('button', { name: /^Execute query/ }).click()
  await page.locator('.result-window').getByText('matchedAlias').first().waitFor()
  await save(page, 'explorer')
}

async function takeReference(browser: Browser): Promise<void> {
  const page = await open(browser, '/docs/reference#tag/resolve/POST/v1/resolve', { ...wide, colorScheme: 'light' })
  await page.getByRole('heading', { name: 'Resolve an alias' }).first().waitFor()
  await page.getByRole('heading', { name: 'Resolve an alias' }).first().scrollIntoViewIfNeeded()
  await save(page, 'reference')
}

async function takeConsole(browser: Browser, alice: string, friend: string): Promise<void> {
  const view = await openConsole(browser, `/identities/${alice}`, { ...wide, colorScheme: 'light' })
  await view.getByLabel('Who is asking').selectOption(friend)
  await view.getByText('Covered by the grant').first().waitFor()
  await save(view, 'console-view-as')

  const seen = await openConsole(browser, `/identities/${alice}/disclosures`, { ...wide, colorScheme: 'dark' })
  await seen.getByText('by the grant').first().waitFor()
  await save(seen, 'console-disclosures')

  const consent = await openConsole(browser, '/consent', { ...wide, colorScheme: 'light' })
  await consent.getByRole('button', { name: /^Approve/ }).click()
  await consent.getByRole('dialog').waitFor()
  await save(consent, 'console-consent')

  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, colorScheme: 'light' as const }
  const small = await openConsole(browser, `/identities/${alice}`, phone)
  await small.getByRole('region', { name: 'View as consumer' }).scrollIntoViewIfNeeded()
  await save(small, 'console-phone')
}

const [friendKey, strangerKey] = process.argv.slice(4)
if (!url || !key || !friendKey || !strangerKey) {
  throw new Error('node scripts/take-pictures.ts URL OWNER_KEY KEY_OF_A_CONSUMER KEY_OF_ANOTHER')
}
const alice = await makeScene(friendKey, strangerKey)
const { id: friend } = await call('GET', '/v1/me', undefined, friendKey)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
// Records of who saw what are written a moment later.
const records = async () => (await call('GET', `/v1/identities/${alice}/disclosures`)).data.length
while ((await records()) < 2) await new Promise((settle) => setTimeout(settle, 100))
await takeExplorer(browser)
await takeReference(browser)
await takeConsole(browser, alice, friend)
await browser.close()
