import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type Show, takeConsent, takeOverview, takeOwnership, takeRecords, takeWebhooks } from './pictures/console.ts'
import { callerOf, makeScene, startReceiver } from './pictures/scene.ts'

/**
 * Takes the pictures of docs/images with Chromium, of a service that was started on an empty DATA_DIR with its demo,
 * `RATE_LIMITS=off` and `WEBHOOK_ALLOW_CIDRS=127.0.0.0/8`: `node scripts/take-pictures.ts URL DEMO_KEY KEY KEY LIVE_KEY`, with two
 * keys of other consumers and the demo's own of live mode. Its registry is changed on the way: use a folder that is thrown away.
 */
const [url, key, friendKey, strangerKey, liveKey] = process.argv.slice(2)
if (!url || !key || !friendKey || !strangerKey || !liveKey) {
  throw new Error('node scripts/take-pictures.ts URL OWNER_KEY KEY_OF_A_CONSUMER KEY_OF_ANOTHER LIVE_KEY_OF_THE_OWNER')
}
const images = process.env.PICTURES ?? fileURLToPath(new URL('../docs/images/', import.meta.url))

const wide = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }

async function open(browser: Browser, path: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await page.goto(url + path)
  return page
}

async function save(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: `${images}/${name}.png` })
  await page.context().close()
}

const showIn =
  (browser: Browser): Show =>
  async (name, hash, prepare, { scheme = 'light', phone: isPhone = false, live = false } = {}) => {
    const page = await open(browser, '/console', { ...(isPhone ? phone : wide), colorScheme: scheme })
    await page.getByLabel('API key').fill(key)
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Console' }).waitFor()
    if (live) await addLive(page)
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
    await prepare(page)
    await save(page, name)
  }

async function addLive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Live' }).click()
  await page.getByLabel('API key of live mode').fill(liveKey!)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Live', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Test' }).click()
}

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

const [owner, friend, stranger] = [callerOf(url, key), callerOf(url, friendKey), callerOf(url, strangerKey)]
const receiver = await startReceiver()
const scene = await makeScene({ owner, friend, stranger }, receiver.url)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
const show = showIn(browser)
await takeExplorer(browser)
await takeReference(browser)
await takeOverview(show)
await takeRecords(show, scene)
await takeConsent(show)
await takeOwnership(show, scene)
await takeWebhooks(show, scene)
await browser.close()
receiver.server.close()
