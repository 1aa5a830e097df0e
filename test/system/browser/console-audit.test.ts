import { describe, expect, test } from 'vitest'
import { operatorCall } from '../../../src/cli/app.ts'
import { newOwner, registerAlice } from '../../support/console.ts'
import { consoleInBrowser, hasNoChromium } from '../../support/console-browser.ts'
import { freshName } from '../../support/registry.ts'

describe.skipIf(hasNoChromium)('the audit log in the console', { timeout: 90_000 }, () => {
  const scene = consoleInBrowser()
  const { open } = scene

  /** A payee whose account was replaced, whose owner was suspended by the operator, and who was erased. */
  async function troubledPayee() {
    const { server } = scene
    const owner = await newOwner(server)
    const alice = await registerAlice(owner, freshName('alice'))
    const account = await owner.registry.account(alice)
    await owner.registry.patch(`/v1/endpoints/${account.id}`, { status: 'disabled', metadata: { canary: 'canary' } })
    await owner.registry.remove(`/v1/endpoints/${account.id}`)
    const { consumers } = server.app.services
    await consumers.suspend(operatorCall(server.app), owner.key.consumer)
    await consumers.resume(operatorCall(server.app), owner.key.consumer)
    await owner.registry.patch(`/v1/identities/${alice}`, { status: 'suspended' })
    await owner.registry.patch(`/v1/identities/${alice}`, { status: 'closed' })
    const erased = await server.send('POST', `/v1/identities/${alice}/erase`, {
      key: owner.key.key,
      body: { confirm: alice },
    })
    expect(erased.status).toBe(202)
    await server.app.jobs.find(({ name }) => name === 'erase-identities')!.run()
    return { owner, alice, account: account.id as string }
  }

  test('the history of a payee says what happened to it, also after it was erased', async () => {
    const { owner, alice, account } = await troubledPayee()
    const { page, go } = await open(owner.key.key)
    await go(`/audit?subject=${alice}`, `History of ${alice.slice(0, 8)}…${alice.slice(-4)}`)
    const moments = page.locator('.moment')
    await moments.first().waitFor()
    const kinds = await moments.locator('p > b.mono').allTextContents()
    expect(kinds[0]).toBe('identity.erased')
    expect(kinds).toEqual(expect.arrayContaining(['identity.status_changed', 'endpoint.removed', 'endpoint.updated']))
    expect(kinds.at(-1)).toBe('identity.created')
    const changed = moments.filter({ hasText: 'endpoint.updated' }).last()
    await expect.poll(() => changed.locator('.tag').allTextContents()).toEqual(['status', 'metadata'])
    expect(await page.locator('main').textContent()).not.toMatch(/canary/)

    await changed.getByTitle(account).click()
    await page.getByRole('heading', { level: 1, name: `History of ${account.slice(0, 8)}` }).waitFor()
    await expect
      .poll(() => moments.locator('p > b.mono').allTextContents())
      .toEqual(['endpoint.removed', 'endpoint.updated', 'endpoint.added'])
  })

  test('filters are in the address, and name who did it', async () => {
    const { owner } = await troubledPayee()
    const { page, go } = await open(owner.key.key)
    await go('/audit', 'Audit')
    await page.getByLabel('Done by').fill('cli')
    await page.getByLabel('Done by').press('Enter')
    const kinds = page.locator('.moment p > b.mono')
    await expect.poll(() => kinds.allTextContents()).toEqual(['consumer.resumed', 'consumer.suspended'])
    await page.getByText('by the operator on the command line').first().waitFor()
    await page.getByLabel('Kind').selectOption('consumer.suspended')
    await expect.poll(() => kinds.allTextContents()).toEqual(['consumer.suspended'])
    await page.getByLabel('To').fill('2020-02-29')
    await page.getByText('None of these').waitFor()
    expect(await page.evaluate('location.hash')).toBe('#/audit?actor=cli&kind=consumer.suspended&until=2020-02-29')
    await page.goBack()
    await expect.poll(() => kinds.allTextContents()).toEqual(['consumer.suspended'])
    await go('/audit?kind=no.such&since=soon', 'Audit')
    await expect.poll(() => kinds.count()).toBeGreaterThan(5)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('each record links to its history; a key without the scope sees neither link nor page', async () => {
    const owner = await newOwner(scene.server)
    const name = freshName('alice')
    const alice = await registerAlice(owner, name)
    const { page, go } = await open(owner.key.key)
    const entry = (kind: string) => page.locator('.moment').getByText(kind)
    await go(`/identities/${alice}`, 'Alice')
    await page.getByRole('link', { name: `History of @${name}` }).click()
    await entry('alias.created').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: /^History of Crypto wallet/ }).click()
    await entry('endpoint.added').waitFor()
    await scene.server.send('POST', '/v1/api_keys', {
      key: owner.key.key,
      body: { name: 'spare', scopes: ['resolve'] },
    })
    await go('/keys', 'API keys')
    await page.getByRole('link', { name: 'History of spare' }).first().click()
    await entry('api_key.created').waitFor()

    const scopes = ['identities:read', 'aliases:read', 'endpoints:read']
    const reader = await scene.server.key({ consumer: 'console-reader', scopes })
    const other = await open(reader.key)
    await other.go('/identities', 'Identities')
    expect(await other.page.getByRole('link', { name: 'Audit' }).count()).toBe(0)
  })
})
