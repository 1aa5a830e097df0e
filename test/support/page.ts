import type { BrowserContext, Page } from 'playwright-core'

/** Requests of a page to other origins, and the browser's complaints. */
export type Watched = { outside: string[]; complaints: string[] }

/**
 * Refuses requests to any other origin and writes them down, with the console's errors and warnings and every breach of
 * the page's policy. That an answer was a refusal is no complaint: the browser says it of each 401.
 */
export async function watch(context: BrowserContext, page: Page, origin: string): Promise<Watched> {
  const watched: Watched = { outside: [], complaints: [] }
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (!/^Failed to load resource: .* 401/.test(message.text())) watched.complaints.push(message.text())
  })
  page.on('pageerror', (error) => watched.complaints.push(String(error)))
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`)
  await context.route(
    (url) => url.origin !== origin && url.protocol !== 'data:',
    (route) => {
      watched.outside.push(route.request().url())
      return route.abort()
    },
  )
  return watched
}
