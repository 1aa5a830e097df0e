import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Watched, watch } from './page.ts'
import { type Registry, registryOf } from './registry.ts'
import type { Key, TestServer } from './server.ts'

export type ConsolePage = {
  page: Page
  watched: Watched
  /** Goes to a view, and waits for its heading. */
  go(path: string, heading: string): Promise<void>
  close(): Promise<void>
}

/** A phone. The walk-through by keyboard has a desktop. */
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** The sign-in page of the console, watched. */
export async function openConsole(
  browser: Pick<Browser, 'newContext'>,
  url: string,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const watched = await watch(context, page, url)
  await page.goto(`${url}/console`)
  await page.getByLabel('API key').waitFor()
  return {
    page,
    watched,
    async go(path, heading) {
      await page.evaluate(`location.hash = ${JSON.stringify(path)}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    },
    close: () => context.close(),
  }
}

export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Console' }).waitFor()
}

export type Owner = { key: Key; registry: Registry }

let count = 0
/** An owner whom no other test knows. */
export async function newOwner(server: TestServer, options: Parameters<TestServer['key']>[0] = {}): Promise<Owner> {
  const key = await server.key({ consumer: `console-owner-${count++}`, ...options })
  return { key, registry: registryOf(server, key) }
}

/** Somebody who only resolves and asks. */
export const newCaller = (server: TestServer): Promise<Key> =>
  server.key({ consumer: `console-caller-${count++}`, scopes: ['resolve'] })

/** Alice: a public username, a private address; a public wallet, and an account that needs consent. */
export async function registerAlice({ registry }: Owner, username: string) {
  const { id } = await registry.identity({ display_name: 'Alice' })
  await registry.username(id, username, { is_primary: true })
  await registry.alias(id, 'email', `${username}@example.com`, { privacy_level: 'private' })
  await registry.wallet(id)
  await registry.account(id, { privacy_level: 'consent_required' })
  return id as string
}

/** Claims a published sample number and proves it, as test mode lets anybody; then the worker looks who holds it. */
export async function claimByTest(server: TestServer, { key, registry }: Owner, value: string, kind = 'ownership') {
  const post = async (path: string, body: object) =>
    (await server.send('POST', `/v1/${path}`, { key: key.key, body })).body
  const identity = (await registry.identity()).id
  const claim = await post('claims', { type: 'phone', value, identity, kind })
  const challenge = await post(`claims/${claim.id}/challenges`, { method: 'sms_code' })
  await post(`challenges/${challenge.id}/answer`, { code: '000000' })
  await advanceClaims(server)
  return claim.id as string
}

export const advanceClaims = (server: TestServer) =>
  server.app.jobs.find(({ name }) => name === 'advance-claims')!.run()
