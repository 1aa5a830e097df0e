import type { Page } from 'playwright-core'
import type { Scene } from './scene.ts'
import { signMessage, walletAddress } from './wallet.ts'

/** A page of the console that is signed in, and what keeps it as a picture. */
export type Show = (name: string, hash: string, prepare: (page: Page) => Promise<void>, look?: Look) => Promise<void>
export type Look = { scheme?: 'light' | 'dark'; phone?: boolean; live?: boolean }

const dialog = (page: Page) => page.getByRole('dialog')

export async function takeRecords(show: Show, { alice, friend }: Scene): Promise<void> {
  await show('console-view-as', `/identities/${alice}`, async (page) => {
    await page.getByLabel('Who is asking').selectOption(friend)
    await page.getByText('Covered by the grant').first().waitFor()
  })
  await show(
    'console-disclosures',
    `/identities/${alice}/disclosures`,
    (page) => page.getByText('by the grant').first().waitFor(),
    { scheme: 'dark' },
  )
  await show(
    'console-phone',
    `/identities/${alice}`,
    (page) => page.getByRole('region', { name: 'View as consumer' }).scrollIntoViewIfNeeded(),
    { phone: true },
  )
  await show('console-identities', '/identities', (page) => page.getByText('@person.').first().waitFor())
  await show(
    'console-identities-phone',
    '/identities?order=oldest',
    (page) => page.getByText('Alice Example').waitFor(),
    {
      phone: true,
    },
  )
  await show('console-search', '/identities', async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByLabel('Alias, name, reference or id').fill('Chloé')
    await dialog(page).getByRole('link').first().waitFor()
  })
}

export async function takeOverview(show: Show): Promise<void> {
  await show('console-overview', '/overview', (page) => page.getByText('Act now').first().waitFor())
  await show('console-overview-phone', '/overview', (page) => page.getByText('Act now').first().waitFor(), {
    phone: true,
    scheme: 'dark',
  })
  await show('console-modes', '/overview', (page) => page.getByRole('cell', { name: /^\d/ }).first().waitFor(), {
    live: true,
  })
}

export async function takeConsent(show: Show): Promise<void> {
  await show('console-inbox', '/consent', (page) => page.getByText('Salary payments').waitFor())
  await show('console-consent', '/consent', async (page) => {
    await page.getByRole('button', { name: /^Approve/ }).click()
    await dialog(page).waitFor()
  })
}

/** Fills in an endpoint, and has its message signed by the wallet. */
async function signWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await dialog(page).getByLabel('Address').fill(walletAddress)
  await dialog(page).getByRole('button', { name: 'Add capability' }).click()
  await dialog(page).getByLabel('Asset 1').fill('USDC')
  await dialog(page).getByLabel('Network 1').fill('ethereum')
  await dialog(page).getByLabel('Rail 1').fill('onchain')
  await dialog(page).getByRole('button', { name: 'Make the message to sign' }).click()
  const message = await dialog(page).getByLabel('Message').inputValue()
  await dialog(page).getByLabel('Signature').fill(signMessage(message))
  await dialog(page).getByRole('button', { name: 'Make another message' }).scrollIntoViewIfNeeded()
}

export async function takeOwnership(show: Show, { alice, bob, number }: Scene): Promise<void> {
  await show('console-prove', `/identities/${alice}`, async (page) => {
    await page.getByRole('button', { name: 'Prove +12125550144' }).click()
    await dialog(page).getByRole('button', { name: 'Start' }).click()
    await page.getByText('Nothing is sent in test mode').waitFor()
  })
  await show('console-wallet-proof', `/identities/${bob}`, signWallet)
  await show('console-wallet-proved', `/identities/${bob}`, async (page) => {
    await signWallet(page)
    await dialog(page).getByRole('button', { name: 'Add endpoint' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Endpoints' }).getByText('Proved').first().waitFor()
  })
  await show('console-claims', '/claims', (page) => page.getByText(number).first().waitFor())
  await show('console-contest', '/claims', async (page) => {
    await page.getByRole('button', { name: `Contest ${number}` }).click()
    await dialog(page).waitFor()
  })
  await show('console-claim', '/claims/outgoing', async (page) => {
    await page.getByRole('button', { name: 'Claim an alias' }).click()
    await dialog(page).getByLabel('Alias', { exact: true }).fill('+1 212 555 0145')
  })
}

export async function takeWebhooks(show: Show, { webhook }: Scene): Promise<void> {
  await show('console-webhooks', '/webhooks', (page) =>
    page
      .getByText(/Failing since|Paused until/)
      .first()
      .waitFor(),
  )
  await show('console-deliveries', `/webhooks/${webhook}?order=oldest`, async (page) => {
    const failed = page.locator('summary').filter({ has: page.locator('.dots .bad') })
    await failed.last().click()
    await page.locator('details[open]').getByText('Failed: 503').first().waitFor()
  })
  await show('console-example', '/events', async (page) => {
    await page.getByText('identity.').first().waitFor()
    await page.getByRole('button', { name: 'Send an example' }).click()
    await dialog(page).getByLabel('Type of event').selectOption('consent.granted')
  })
  await show(
    'console-events-phone',
    '/events',
    async (page) => {
      await page.locator('summary').first().click()
    },
    { phone: true },
  )
}
