import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { newCaller, newOwner, registerAlice } from '../../support/console.ts'
import { consoleInBrowser, hasNoChromium } from '../../support/console-browser.ts'
import { freshName } from '../../support/registry.ts'

const run = promisify(execFile)
const client = fileURLToPath(new URL('../../../src/client/client.ts', import.meta.url))
/** A miss is a 404, and the browser says so of each. */
let misses = 0

describe.skipIf(hasNoChromium)('resolving in the console', { timeout: 90_000 }, () => {
  const { server, open } = consoleInBrowser(undefined, () =>
    Array(misses).fill(expect.stringMatching(/^Failed to load resource: .* 404/)),
  )
  beforeEach(() => {
    misses = 0
  })

  const answered = (page: Page) => page.getByRole('region', { name: 'Answer' })
  async function ask(page: Page, aliases: string) {
    await page.getByLabel('Aliases').fill(aliases)
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    await answered(page).waitFor()
  }
  async function jsonOf(page: Page) {
    await answered(page).getByRole('button', { name: 'JSON' }).click()
    return JSON.parse((await answered(page).locator('pre').textContent())!)
  }
  async function codeOf(page: Page, language: string): Promise<string> {
    const code = page.getByRole('region', { name: 'The same as code' })
    await code.getByRole('button', { name: language }).click()
    return (await code.locator('pre').textContent())!
  }
  const env = (key: string) => ({ ...process.env, KEY: key })
  async function runScript(code: string, key: string) {
    const file = join(mkdtempSync(join(tmpdir(), 'signpost-')), 'ask.ts')
    writeFileSync(
      file,
      code
        .replace("'@signpost/client'", JSON.stringify(client))
        .replace(/console\.log\((.*)\)$/, 'console.log(JSON.stringify($1))'),
    )
    return JSON.parse((await run(process.execPath, [file], { env: env(key) })).stdout)
  }
  const withoutRequest = ({ request_id: _, ...rest }: { request_id: string }) => rest

  test('a key that only resolves gets this page, its requests, its grants and its quotas', async () => {
    const { page } = await open((await newCaller(server)).key)
    await page.getByRole('heading', { level: 1, name: 'Resolve' }).waitFor()
    const links = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allTextContents()
    expect(links).toEqual(['Consent', 'Resolve', 'Quotas'])
    await page.getByRole('link', { name: 'Consent' }).click()
    const tabs = page.getByRole('navigation', { name: 'Of consent' })
    expect(await tabs.getByRole('link').allTextContents()).toEqual(['Your requests', 'Grants to you'])
    await page.getByText('You have asked nobody').waitFor()
    await tabs.getByRole('link', { name: 'Grants to you' }).click()
    await page.getByText('No grants to you').waitFor()
  })

  test('one alias: in words, as JSON, and as code that gives the same answer', async () => {
    const owner = await newOwner(server)
    const name = freshName('alice')
    await registerAlice(owner, name)
    const caller = await newCaller(server)
    const { page } = await open(caller.key)
    await ask(page, `@${name}`)
    await answered(page).getByText('Resolved').waitFor()
    await answered(page).getByText('0x5290…9EE7').waitFor()
    await answered(page).getByText('1 of 2 endpoints are shown.').waitFor()

    const json = await jsonOf(page)
    expect(json).toMatchObject({ matched_alias: { type: 'username', value: name }, disclosure: { disclosed: 1 } })
    const curl = await codeOf(page, 'curl')
    expect(curl).not.toContain(caller.key)
    const { stdout } = await run('bash', ['-c', curl], { env: env(caller.key) })
    expect(withoutRequest(JSON.parse(stdout))).toEqual(withoutRequest(json))
    expect(withoutRequest(await runScript(await codeOf(page, 'TypeScript'), caller.key))).toEqual(withoutRequest(json))
    const query = await codeOf(page, 'GraphQL')
    const graphql = (await server.send('POST', '/graphql', { key: caller.key, body: { query } })).body
    expect(graphql.data.resolve).toMatchObject({
      identityId: json.identity,
      endpoints: [{ id: json.endpoints[0].id, address: '0x5290…9EE7' }],
      disclosure: { totalEndpoints: 2, disclosed: 1 },
    })
  })

  test('for a payment it shows only endpoints that accept it, in code too', async () => {
    const owner = await newOwner(server)
    const name = freshName('shop')
    const { id } = await owner.registry.identity()
    await owner.registry.username(id, name)
    await owner.registry.account(id, { capabilities: [{ asset: 'EUR', rail: 'sepa' }] })
    await owner.registry.wallet(id, { capabilities: [{ asset: 'USDC', network: 'ethereum', rail: 'onchain' }] })
    const caller = await newCaller(server)
    const { page, watched } = await open(caller.key)
    await page.getByText('For a payment').click()
    await page.getByLabel('Asset').fill('EUR')
    await page.getByLabel('Amount').fill('12.5')
    await ask(page, `@${name}`)
    await answered(page).getByText('Bank account').waitFor()
    expect(await answered(page).getByText('Crypto wallet').count()).toBe(0)
    const curl = await codeOf(page, 'curl')
    expect(curl).toContain('"for":{"asset":"EUR","amount":12.5}')
    const { stdout } = await run('bash', ['-c', curl], { env: env(caller.key) })
    expect(JSON.parse(stdout).endpoints).toHaveLength(1)
    const query = await codeOf(page, 'GraphQL')
    const graphql = (await server.send('POST', '/graphql', { key: caller.key, body: { query } })).body
    expect(graphql.data.resolve.endpoints).toMatchObject([{ type: 'BANK_ACCOUNT', last4: '3000' }])

    await page.getByLabel('Asset').fill('')
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    await answered(page).getByText('parameter_missing').waitFor()
    // The browser complains of each answer that is a refusal.
    expect(watched.complaints.splice(0)).toEqual([expect.stringContaining('400')])
  })

  test('a miss shows no reason; consent may be requested all the same', async () => {
    const owner = await newOwner(server)
    const name = freshName('alice')
    await registerAlice(owner, name)
    const caller = await newCaller(server)
    const { page } = await open(caller.key)
    const told: string[] = []
    for (const alias of [`${name}@example.com`, 'nobody@example.com']) {
      await ask(page, alias)
      // The answer before it says "Not found" too.
      await answered(page).getByText(alias).first().waitFor()
      await answered(page).getByText('Not found').waitFor()
      told.push((await answered(page).textContent())!.replaceAll(alias, 'ALIAS'))
      misses++
    }
    expect(told[0]).toBe(told[1])
    await page.getByRole('button', { name: /^Ask for consent to nobody/ }).click()
    await page.getByRole('dialog').getByLabel('Purpose').fill('Invoice 7')
    await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('Request sent').waitFor()
    await page.getByRole('link', { name: 'Consent' }).click()
    await page.getByText('Invoice 7').waitFor()
  })

  test('several at once: an answer for each, in order, and a quote in one breaks no code', async () => {
    const owner = await newOwner(server)
    const name = freshName('alice')
    await registerAlice(owner, name)
    const caller = await newCaller(server)
    const { page } = await open(caller.key)
    const odd = `o'brien"$(id)@example.com`
    await ask(page, `@${name}\n\n${odd}\n@nobody.here\n`)
    expect(await answered(page).locator('.entries > li').count()).toBe(3)
    await answered(page).locator('.entries > li').nth(0).getByText('Resolved').waitFor()
    await answered(page).locator('.entries > li').nth(2).getByText('Not found').waitFor()

    const json = await jsonOf(page)
    expect(json.results.map(({ alias }: { alias: string }) => alias)).toEqual([`@${name}`, odd, '@nobody.here'])
    const { stdout } = await run('bash', ['-c', await codeOf(page, 'curl')], { env: env(caller.key) })
    expect(JSON.parse(stdout).results).toEqual(json.results)
    expect((await runScript(await codeOf(page, 'TypeScript'), caller.key)).results).toEqual(json.results)
    const query = await codeOf(page, 'GraphQL')
    const graphql = (await server.send('POST', '/graphql', { key: caller.key, body: { query } })).body
    expect(graphql.data.resolveBulk.map(({ alias }: { alias: string }) => alias)).toEqual([
      `@${name}`,
      odd,
      '@nobody.here',
    ])
  })
})
