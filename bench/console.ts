// npm run bench -- console [--identities 10000] [--loads 20]
//
// Measures the first paint of each page of the console on loopback: every load is a new page of Chromium with an empty
// cache, signed in with a stored key. "Records" is the time when the page has its records and has finished loading.
// The 95th percentile of each is at most a second on every page.

import type { Browser } from 'playwright-core'
import { findChromium, openChromium } from '../test/support/chromium.ts'
import { inLanes } from '../test/support/wire.ts'
import { numbersOf, quantile, withService } from './app.ts'
import { type Figure, show } from './figures.ts'

const { identities, loads } = numbersOf({ identities: 10_000, loads: 20 })

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

await withService({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }, async ({ url, key, make }) => {
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
  await load(browser, url, key, '/overview')
  const figures: Figure[] = []
  for (const path of pages) {
    const seen: Times[] = []
    while (seen.length < loads) seen.push(await load(browser, url, key, path))
    const figureOf = (name: string, times: number[]): Figure => ({
      name: `\`${path}\`: ${name}, p95 ms`,
      values: [quantile(times, 0.95)],
      atMost: 1_000,
    })
    figures.push(
      figureOf(
        'first paint',
        seen.map(({ paint }) => paint),
      ),
    )
    figures.push(
      figureOf(
        'with records',
        seen.map(({ records }) => records),
      ),
    )
  }
  await browser.close()
  show(figures)
})
