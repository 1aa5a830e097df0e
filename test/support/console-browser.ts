import type { BrowserContextOptions } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { startChromium } from './chromium.ts'
import { type ConsolePage, openConsole, signIn } from './console.ts'
import { forTests, startTestServer, type TestServer } from './server.ts'

export { hasNoChromium } from './chromium.ts'

/**
 * A server and a browser for the tests of a `describe`. After each, no page of it may have asked anybody else for anything, or
 * complained of more than is expected.
 */
export function consoleInBrowser<S extends TestServer = TestServer>(
  start: () => Promise<S> = () => startTestServer({ env: { RESPONSE_STEP_SINGLE_MS: '1' } }) as Promise<S>,
  expected: () => unknown[] = () => [],
) {
  const server = forTests(start)
  const browser = forTests(startChromium)
  let opened: ConsolePage[] = []
  afterEach(async () => {
    const watched = opened.map((each) => each.watched)
    await Promise.all(opened.map((each) => each.close()))
    opened = []
    expect(watched.flatMap(({ outside }) => outside)).toEqual([])
    expect(watched.flatMap(({ complaints }) => complaints)).toEqual(expected())
  })

  async function openPage(options: BrowserContextOptions = {}): Promise<ConsolePage> {
    const made = await openConsole(browser, server.url, options)
    opened.push(made)
    return made
  }

  return {
    server,
    browser,
    /** The sign-in page. */
    openSignedOut: () => openPage(),
    /** The console, signed in with a key; closed after the test. */
    async open(key: string, options?: BrowserContextOptions): Promise<ConsolePage> {
      const made = await openPage(options)
      await signIn(made.page, key)
      return made
    },
  }
}
