import type { Page } from 'playwright-core'
import type { Scene } from './console-scene.ts'

type Stop = (state: string) => Promise<void>
type Go = (path: string) => Promise<unknown>

export async function visitOwnership(page: Page, scene: Scene, stop: Stop, go: Go): Promise<void> {
  const dialog = page.getByRole('dialog')
  await go(`/identities/${scene.alice}`)
  await page.getByRole('button', { name: `Prove ${scene.name}@example.com` }).click()
  await dialog.getByText('Code by e-mail').waitFor()
  await stop('prove an alias')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Nothing is sent in test mode').waitFor()
  await stop('challenge')
  await page.getByLabel('Code').fill('11111111')
  await page.keyboard.press('Enter')
  await page.getByText(/That code is wrong/).waitFor()
  await stop('challenge, answered wrong')
  await go('/claims')
  await page.getByText(scene.claimed).waitFor()
  await stop('claims, inbox')
  for (const action of ['Contest', 'Give up']) {
    await page.getByRole('button', { name: `${action} ${scene.claimed}` }).click()
    await dialog.waitFor()
    await stop(`claim, ${action}`)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Claim an alias' }).click()
  await dialog.waitFor()
  await stop('claim an alias')
  await page.keyboard.press('Escape')
  await go('/claims/outgoing')
  await page.getByText('No claims').waitFor()
  await stop('claims of others')
}

export async function visitPayable(page: Page, scene: Scene, stop: Stop, go: Go): Promise<void> {
  const dialog = page.getByRole('dialog')
  await go(`/identities/${scene.alice}/payee-names`)
  await page.getByText('A••• E•••').waitFor()
  await stop('payee names')
  await page.getByRole('button', { name: 'Add name' }).click()
  for (const kind of ['JOINT', 'IDENTIFICATION', 'LEGAL']) {
    await dialog.getByLabel('Kind').selectOption(kind)
    await stop(`add payee name, ${kind}`)
  }
  await page.keyboard.press('Escape')
  await go(`/identities/${scene.alice}`)
  await page.getByRole('button', { name: /^Address access of Bank account/ }).click()
  await stop('release of an endpoint')
  await page.keyboard.press('Escape')
  await go('/resolve/payee-check')
  await page.getByLabel('Alias').fill(`@${scene.name}`)
  await page.getByLabel('Name', { exact: true }).fill('Alice Example')
  await page.keyboard.press('Enter')
  await page.getByText('Same name, not verified', { exact: true }).waitFor()
  await stop('payee check, same name')
  for (const [name, word] of [
    ['Alice Other', 'No match'],
    ['Alice Examlpe', 'No match'],
  ]) {
    await page.getByLabel('Name', { exact: true }).fill(name!)
    await page.keyboard.press('Enter')
    await page.getByText(word!, { exact: true }).waitFor()
  }
  await stop('payee check, no match')
  await page.getByLabel('What you know').selectOption('identification')
  await stop('payee check of an identification')
  await go('/resolve/destination-check')
  await stop('destination check')
  await page.getByLabel('Alias').fill(`@${scene.shop}`)
  await page.getByLabel('Type').selectOption('Bank account')
  for (const [written, word] of [
    ['DE89 3704 0044 0532 0130 00', 'Match'],
    ['FR14 2004 1010 0505 0001 3M02 606', 'Not registered in this form'],
  ]) {
    await page.getByLabel('Destination', { exact: true }).fill(written!)
    await page.keyboard.press('Enter')
    await page.locator('.verdict-told').getByText(word!, { exact: true }).waitFor()
    await stop(`destination check, ${word}`)
  }
  await go(`/identities/${scene.merchant}/disclosures?kind=DESTINATION&verdict=NO_MATCH`)
  await page
    .getByText(/was told: not registered in this form/)
    .first()
    .waitFor()
  await stop('disclosures of destination checks')
  await go('/sealing-keys')
  await page.getByText(scene.sealingKey).waitFor()
  await stop('sealing keys')
  await page.getByRole('button', { name: 'Add key' }).click()
  await dialog.getByLabel('Public key (JWK)').fill('{')
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await dialog.getByRole('alert').waitFor()
  await stop('add a sealing key, refused')
  await page.keyboard.press('Escape')
}

export async function visitResolve(page: Page, scene: Scene, stop: Stop, go: Go): Promise<void> {
  await go('/resolve')
  await page.getByText('For a payment').click()
  await page.getByLabel('With assurance').check()
  await stop('resolve')
  await page.getByLabel('Aliases').fill(`@${scene.name}\nnobody@example.com\nno alias`)
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await page.getByText('Not found', { exact: true }).waitFor()
  await stop('resolve, in words')
  await page.getByRole('button', { name: 'JSON' }).click()
  await page.getByRole('button', { name: 'TypeScript' }).click()
  await stop('resolve, as JSON and code')
  for (const [tab, text] of [
    ['asked', 'You have asked nobody'],
    ['received', 'No grants to you'],
  ]) {
    await go(`/consent/${tab}`)
    await page.getByText(text!).waitFor()
    await stop(`consent, ${tab}`)
  }
  await page.getByRole('button', { name: 'Ask for consent' }).click()
  await page.getByRole('dialog').waitFor()
  await stop('ask for consent')
  await page.keyboard.press('Escape')
}
