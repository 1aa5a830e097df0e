import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'

/** The headless shell is the same engine without windows: it opens a page sooner. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The browser of this machine, or undefined where there is none: the test is then skipped, and says so.
 * @throws under CI, where a browser test that doesn't run is a failure
 */
export function findChromium(): string | undefined {
  const found = [process.env.CHROMIUM, ...places].find((path) => path !== undefined && existsSync(path))
  if (found) return found
  const advice =
    'No Chromium found: install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM to its path'
  if (process.env.CI) throw new Error(advice)
  console.warn(`SKIPPED browser tests. ${advice}`)
  return undefined
}

export const openChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: flags })

const found = findChromium()

/** For `describe.skipIf`: without a browser there is nothing to open. */
export const hasNoChromium = !found

/** A browser whose methods are its own, so that `forTests` can hold it. */
export async function startChromium() {
  const browser = await openChromium(found!)
  return {
    newPage: (options?: BrowserContextOptions) => browser.newPage(options),
    newContext: (options?: BrowserContextOptions) => browser.newContext(options),
    close: () => browser.close(),
  }
}
