import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { findChromium, openChromium } from './chromium.ts'
import { type ConsolePage, openConsole, signIn } from './console.ts'
import { startTestServer, type TestServer } from './server.ts'

const executable = findChromium()

/** For `describe.skipIf`: without a browser there is nothing to open. */
export const hasNoChromium = !executable

export type ConsoleBrowser = {
  readonly server: TestServer
  readonly browser: Browser
  /** The console, signed in with a key; closed after the test. */
  open(key: string, options?: BrowserContextOptions): Promise<ConsolePage>
  /** The sign-in page. */
  openSignedOut(): Promise<ConsolePage>
}

/**
 * A server and a browser for the tests of a `describe`. After each, no page of it may have asked anybody else for anything, or
 * complained.
 */
export function consoleInBrowser<S extends TestServer = TestServer>(
  start: () => Promise<S> = () => startTestServer({ env: { RESPONSE_STEP_SINGLE_MS: '1' } }) as Promise<S>,
): ConsoleBrowser & { readonly server: S } {
  let server: S
  let browser: Browser
  let opened: ConsolePage[] = []
  beforeAll(async () => {
    server = await start()
    browser = await openChromium(executable!)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  afterEach(async () => {
    const watched = opened.map((each) => each.watched)
    await Promise.all(opened.map((each) => each.close()))
    opened = []
    expect(watched).toEqual(watched.map(() => ({ outside: [], complaints: [] })))
  })

  async function openPage(options: BrowserContextOptions = {}): Promise<ConsolePage> {
    const made = await openConsole(browser, server.url, options)
    opened.push(made)
    return made
  }

  return {
    get server() {
      return server
    },
    get browser() {
      return browser
    },
    openSignedOut: () => openPage(),
    async open(key, options) {
      const made = await openPage(options)
      await signIn(made.page, key)
      return made
    },
  }
}
