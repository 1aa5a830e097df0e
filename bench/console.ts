// npm run bench -- console [--identities 10000] [--loads 20]
//
// Measures the first paint of each page of the console on loopback: every load is a new page of Chromium with an empty
// cache, signed in with a stored key. "Records" is the time when the page has its records and has finished loading.
// Exits with 1 if the 95th percentile of either is a second or more on any page.

import type { Browser } from 'playwright-core'
import { findChromium, openChromium } from '../test/support/chromium.ts'
import { startService } from '../test/support/service-process.ts'
import { inLanes, openWire } from '../test/support/wire.ts'
import { numbersOf, quantile } from './app.ts'

const { identities, loads } = numbersOf({ identities: 10_000, loads: 20 })
const goalMs = 1_000

type Times = { paint: number; records: number }

/** Waits in the page, frame by frame, until its heading and its records are there. */
const settled = `new Promise((done) => {
  const look = () => {
    const isThere = document.querySelector('main h1') && !document.querySelector('.skeleton, p.waiting')
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    if (!isThere || !paint) return requestAnimationFrame(look)
    done({ paint: paint.startTime, records: performance.now() })
  }
  look()
})`

async function load(browser: Browser, url: string, key: string, path: string): Promise<Times> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await context.addInitScript(`sessionStorage.setItem('signpost.key', ${JSON.stringify(key)})`)
  const page = await context.newPage()
  await page.goto(`${url}/console#${path}`, { waitUntil: 'commit' })
  const times = (await page.evaluate(settled)) as Times
  await context.close()
  return times
}

const service = await startService({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' })
const key = service.key!
const wire = openWire(service.url)
const make = async (path: string, body: object): Promise<string> =>
  (await wire.send('POST', path, { key, body })).body.id
try {
  const webhook = await make('/v1/webhooks', { url: 'http://127.0.0.1:9/closed', enabled_events: ['alias.*'] })
  const made = await inLanes(Array.from({ length: identities }), 8, async (_, n) => {
    const identity = await make('/v1/identities', { type: n % 7 ? 'user' : 'merchant', display_name: `Chloé ${n}` })
    await make('/v1/aliases', { identity, type: 'username', value: `person.${n}`, privacy_level: 'public' })
    return identity
  })
  const identity = made.at(-1)!
  const pages = [
    ...['/overview', '/identities', '/identities?size=100', '/identities?name=Chlo%C3%A9', `/identities/${identity}`],
    ...[`/identities/${identity}/payee-names`, `/identities/${identity}/disclosures`, '/resolve'],
    ...['/resolve/payee-check', '/resolve/destination-check', '/consent/releases'],
    ...['/consent', '/consent/grants', '/claims', '/events', '/events?size=100', '/webhooks', `/webhooks/${webhook}`],
    ...['/sealing-keys', '/keys', '/limits', '/requests', '/releases', '/audit'],
  ]
  const browser = await openChromium(findChromium() ?? '')
  // The first load also starts the browser.
  await load(browser, service.url, key, '/overview')
  console.log(`${identities} identities, ${loads} loads of each page; milliseconds\n`)
  console.log('| Page | first paint p50 | p95 | records p50 | p95 |\n|---|---|---|---|---|')
  let isSlow = false
  for (const path of pages) {
    const seen: Times[] = []
    while (seen.length < loads) seen.push(await load(browser, service.url, key, path))
    const figures = [seen.map(({ paint }) => paint), seen.map(({ records }) => records)]
    const cells = figures.flatMap((times) => [quantile(times, 0.5), quantile(times, 0.95)])
    isSlow ||= Math.max(...cells) >= goalMs
    console.log(`| \`${path}\` | ${cells.map((ms) => ms.toFixed(0)).join(' | ')} |`)
  }
  console.log(`\nasked: p95 under ${goalMs} ms on every page: ${isSlow ? 'not met' : 'met'}`)
  await browser.close()
  process.exitCode = isSlow ? 1 : 0
} finally {
  await wire.close()
  await service.stop()
}
