import { describe, expect, test } from 'vitest'
import { newOwner } from '../../support/console.ts'
import { consoleInBrowser, hasNoChromium } from '../../support/console-browser.ts'
import { evmSigner } from '../../support/wallets.ts'

describe.skipIf(hasNoChromium)('endpoints in the console', { timeout: 90_000 }, () => {
  const scene = consoleInBrowser()

  async function adding() {
    const owner = await newOwner(scene.server)
    const identity = (await owner.registry.identity({ display_name: 'Ann' })).id
    const { page, go } = await scene.open(owner.key.key)
    await go(`/identities/${identity}`, 'Ann')
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    const dialog = page.getByRole('dialog')
    const endpoints = async () => (await owner.registry.get(`/v1/identities/${identity}/endpoints`)).data
    return { page, dialog, endpoints, send: () => dialog.getByRole('button', { name: 'Add endpoint' }).click() }
  }

  test('details of an account are sent and validated with it, and are nowhere on the page afterwards', async () => {
    const { page, dialog, endpoints, send } = await adding()
    await dialog.getByRole('button', { name: 'Bank account' }).click()
    await dialog.getByLabel('Address').fill('DE89 3704 0044 0532 0130 00')
    await dialog.getByLabel('Account holder').fill('Ann Underhill')
    await dialog.getByLabel('Country').fill('DE')
    await dialog.getByLabel('Bank code').selectOption('BIC')
    await dialog.getByLabel('Code', { exact: true }).fill('nonsense')
    await send()
    await dialog.getByRole('alert').waitFor()
    expect(await endpoints()).toEqual([])
    await dialog.getByLabel('Code', { exact: true }).fill('COBADEFFXXX')
    const request = page.waitForRequest((sent) => (sent.postData() ?? '').includes('CreateEndpoint'))
    await send()
    expect(JSON.parse((await request).postData()!).variables.input.details).toEqual({
      holderName: 'Ann Underhill',
      country: 'DE',
      bankCode: { scheme: 'BIC', value: 'COBADEFFXXX' },
    })
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.record-head').getByText('Bank account').waitFor()
    expect(await endpoints()).toHaveLength(1)
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toMatch(/Underhill|COBADEFF|0532/)
  })

  test('a wallet is proved by a signature of the message that the form makes; a wrong one adds nothing', async () => {
    const { page, dialog, endpoints, send } = await adding()
    const wallet = evmSigner('console')
    await dialog.getByRole('button', { name: 'Crypto wallet' }).click()
    await dialog.getByLabel('Address').fill(wallet.address)
    await dialog.getByRole('button', { name: 'Add capability' }).click()
    await dialog.getByLabel('Asset 1').fill('USDC')
    await dialog.getByLabel('Network 1').fill('ethereum')
    await dialog.getByLabel('Rail 1').fill('onchain')
    await dialog.getByRole('button', { name: 'Make the message to sign' }).click()
    const message = await dialog.getByLabel('Message').inputValue()
    expect(message).toContain(wallet.address)
    await dialog.getByLabel('Signature').fill(evmSigner('somebody else').sign(message))
    await send()
    await dialog.getByRole('alert').getByText('proof_invalid').waitFor()
    expect(await endpoints()).toEqual([])

    await dialog.getByRole('button', { name: 'Make another message' }).click()
    await expect.poll(() => dialog.getByLabel('Message').inputValue(), { timeout: 15_000 }).not.toBe(message)
    await dialog.getByLabel('Signature').fill(wallet.sign(await dialog.getByLabel('Message').inputValue()))
    await send()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.record-head').getByText('Proved', { exact: true }).waitFor()
    expect((await endpoints()).map(({ verification }: { verification: string }) => verification)).toEqual(['proved'])
  })
})
