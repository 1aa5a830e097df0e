// npm run bench -- console [--identities 10000] [--loads 20]
//
// How long each page of the console takes on loopback: every load is a new page of Chromium with an empty cache, signed in by a key
// that was kept. "First paint" is the browser's first contentful paint; "records" is when the page has its records and nothing
// on it still loads. Exit code 1 when the 95th percentile of either is a second or more on any page.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { callerOf, registerMany, startReceiver } from './console-scene.ts'
import { startService } from './load/service.ts'

const { values } = parseArgs({
  options: { identities: { type: 'string', default: '10000' }, loads: { type: 'string', default: '20' } },
})
const goalMs = 1_000

type Times = { paint: number; records: number }

/** Waits in the page, frame by frame, until its heading and its records are there. */
const settled = `new Promise((done) => {
  const look = () => {
    const isThere = document.querySelector('main h1') && !document.querySelector('.skeleton, p.waiting')
    if (!isThere) return requestAnimationFrame(look)
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    if (!paint) return requestAnimationFrame(look)
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

const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * share) - 1]!

const dataDir = await mkdtemp(join(tmpdir(), 'signpost-console-'))
const service = await startService({ DATA_DIR: dataDir, RATE_LIMITS: 'off', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' })
const receiver = await startReceiver()
const key = service.key!
const call = callerOf(service.url, key)
try {
  const { id: webhook } = await call('POST', '/webhooks', { url: `${receiver.url}/fails`, enabled_events: ['alias.*'] })
  await registerMany(call, Number(values.identities))
  const { data } = await call('GET', '/identities?limit=1')
  const identity = data[0]!.id
  const pages = [
    ...['/overview', '/identities', '/identities?size=100', '/identities?name=Chlo%C3%A9', `/identities/${identity}`],
    ...[`/identities/${identity}/payee-names`, `/identities/${identity}/disclosures`, '/resolve', '/payee-check'],
    ...['/consent', '/consent/grants', '/claims', '/events', '/events?size=100', '/webhooks', `/webhooks/${webhook}`],
    ...['/sealing-keys', '/keys', '/limits'],
  ]
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  // The first load of all starts the browser too.
  await load(browser, service.url, key, '/overview')
  console.log(`${values.identities} identities, ${values.loads} loads of each page; milliseconds\n`)
  console.log('| Page | first paint p50 | p95 | records p50 | p95 |\n|---|---|---|---|---|')
  let isSlow = false
  for (const path of pages) {
    const seen: Times[] = []
    while (seen.length < Number(values.loads)) seen.push(await load(browser, service.url, key, path))
    const of = (what: keyof Times, share: number) =>
      percentile(
        seen.map((times) => times[what]),
        share,
      )
    isSlow ||= of('paint', 0.95) >= goalMs || of('records', 0.95) >= goalMs
    const cells = [of('paint', 0.5), of('paint', 0.95), of('records', 0.5), of('records', 0.95)]
    const name = path.replace(identity, 'idn_…').replace(webhook, 'whk_…')
    console.log(`| \`${name}\` | ${cells.map((ms) => ms.toFixed(0)).join(' | ')} |`)
  }
  console.log(`\nasked: p95 under ${goalMs} ms on every page: ${isSlow ? 'not met' : 'met'}`)
  await browser.close()
  process.exitCode = isSlow ? 1 : 0
} finally {
  receiver.server.close()
  service.process.kill('SIGTERM')
  await service.exited
  await rm(dataDir, { recursive: true, force: true })
}
