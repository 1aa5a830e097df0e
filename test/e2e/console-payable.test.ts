import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newCaller, newOwner } from '../support/console.ts'
import { consoleInBrowser, hasNoChromium } from '../support/console-browser.ts'
import { freshName, query } from '../support/registry.ts'

const sealingJwk = () => generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })

describe.skipIf(hasNoChromium)('names, checks and releases in the console', { timeout: 90_000 }, () => {
  const scene = consoleInBrowser()
  const { open } = scene

  test('payee names are added, listed masked and removed; nothing on the page holds one in whole', async () => {
    const owner = await newOwner(scene.server)
    const identity = (await owner.registry.identity({ display_name: 'Bob' })).id
    const { page, go } = await open(owner.key.key)
    await go(`/identities/${identity}`, 'Bob')
    await page.getByRole('link', { name: 'Payee names' }).click()
    await page.getByText('No payee names').waitFor()
    const dialog = page.getByRole('dialog')
    const add = () => page.getByRole('button', { name: 'Add name' }).click()
    const send = () => dialog.getByRole('button', { name: 'Add name' }).click()

    await add()
    await dialog.getByLabel('Name', { exact: true }).fill('Robert Underhill')
    await send()
    await page.getByText('R••• U•••', { exact: true }).waitFor()
    await add()
    await dialog.getByLabel('Given and family name apart').check()
    await dialog.getByLabel('Given name').fill('Bobby')
    await dialog.getByLabel('Family name', { exact: true }).fill('Underhill')
    await send()
    await page.getByText('B••• U•••', { exact: true }).waitFor()
    await add()
    await dialog.getByLabel('Kind').selectOption('Joint: two to four holders')
    await dialog.getByLabel('Holder 1').fill('Robert Underhill')
    await dialog.getByLabel('Holder 2').fill('Zoe Underhill')
    await send()
    await page.getByText('R••• U••• & Z••• U•••').waitFor()
    await add()
    await dialog.getByLabel('Kind').selectOption('Identification, such as an LEI')
    await dialog.getByLabel('Scheme').fill('lei')
    await dialog.getByLabel('Value').fill('5493001KJTIIGC8Y1R12')
    await send()
    await page.getByText('lei ••••12').waitFor()

    const text = await page.evaluate('document.documentElement.outerHTML')
    expect(text).not.toMatch(/Underhill|5493001/)
    await page.getByRole('button', { name: 'Remove lei ••••12' }).click()
    await dialog.getByRole('button', { name: 'Remove name' }).click()
    await page.getByText('lei ••••12', { exact: true }).waitFor({ state: 'detached' })
    const names = (await owner.registry.get(`/v1/identities/${identity}/payee_names`)).data
    expect(names.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['joint', 'legal', 'legal'])
  })

  test('a check tells its verdict by a word and a colour, and the owner finds it among the disclosures', async () => {
    const [owner, payer] = [await newOwner(scene.server), await newOwner(scene.server)]
    const name = freshName('bob')
    const identity = (await owner.registry.identity({ display_name: 'Bob' })).id
    await owner.registry.username(identity, name)
    await scene.server.send('POST', `/v1/identities/${identity}/payee_names`, {
      key: owner.key.key,
      body: { kind: 'legal', name: 'Robert Alan Underhill' },
    })
    const { page } = await open(payer.key.key)
    await page.getByRole('link', { name: 'Payee check' }).click()
    await page.getByLabel('Alias').fill(`@${name}`)
    for (const [asked, word, tone] of [
      ['Robert Alan Underhill', 'Match', 'good'],
      ['Robert Underhill', 'Close match', 'wait'],
      ['Zoe Overbridge', 'No match', 'bad'],
      ['Somebody Else', 'No answer', 'calm'],
    ]) {
      await page.getByLabel('Name', { exact: true }).fill(asked!)
      // What was told before is gone with the first letter of another question.
      expect(await page.locator('.verdict-told').count()).toBe(0)
      await page.keyboard.press('Enter')
      await page.locator(`.verdict-told.${tone}`).getByText(word!, { exact: true }).waitFor()
    }

    const seen = await open(owner.key.key)
    await seen.go(`/identities/${identity}/disclosures`, 'Bob')
    await seen.page.getByText(/checked a name of .* and was told: close match/).waitFor()
    expect(await seen.page.evaluate('document.documentElement.outerHTML')).not.toContain('Overbridge')

    await seen.go(`/identities/${identity}/payee-names`, 'Bob')
    await seen.page.getByLabel('Payers may check names').click()
    await seen.page.getByText('Checks are refused').waitFor()
    expect((await owner.registry.get(`/v1/identities/${identity}`)).payee_checks).toBe('off')
  })

  test('a sealing key waits, is usable, is removed; a private half never leaves the page', async () => {
    const payer = await newOwner(scene.server, { livemode: true })
    const { page } = await open(payer.key.key)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await page.getByRole('link', { name: 'Sealing keys' }).click()
    await page.getByText('No sealing keys').waitFor()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add key' }).click()
    const field = dialog.getByLabel('Public key (JWK)')
    const add = () => dialog.getByRole('button', { name: 'Add key' }).click()
    const { d, ...jwk } = sealingJwk()
    for (const [text, problem] of [
      ['no json', /This is not JSON/],
      [JSON.stringify({ ...jwk, crv: 'Ed25519' }), /"crv": "X25519"/],
      [JSON.stringify({ ...jwk, d }), /the private half, “d”. It was not sent/],
    ] as const) {
      await field.fill(text)
      await add()
      await dialog.getByRole('alert').getByText(problem).waitFor()
    }
    await field.fill(JSON.stringify(jwk))
    await add()
    await page.getByText(jwk.x!).waitFor()
    await page.locator('.status.wait').getByText('Waiting').waitFor()
    expect(sent.join('\n')).not.toContain(d)

    await query(scene.server, 'update sealing_key set usable_at = now()')
    await page.getByRole('link', { name: 'Quotas' }).click()
    await page.getByRole('link', { name: 'Sealing keys' }).click()
    await page.locator('.status.good').getByText('Usable').waitFor()
    await page.getByRole('button', { name: /^Remove slk_/ }).click()
    await dialog.getByText(/is erased/).waitFor()
    await dialog.getByRole('button', { name: 'Remove key' }).click()
    await page.getByText('Removed', { exact: true }).waitFor()
    expect((await payer.registry.get('/v1/sealing_keys')).data).toEqual([])
  })

  test('an endpoint is released by grant, and a grant names it: the payer then gets its address', async () => {
    const owner = await newOwner(scene.server)
    const payer = await newCaller(scene.server)
    const name = freshName('shop')
    const identity = (await owner.registry.identity({ display_name: 'Shop' })).id
    await owner.registry.username(identity, name)
    const endpoint = (await owner.registry.account(identity)).id
    const grant = await owner.registry.grant(identity, payer.consumer)
    const { page, go } = await open(owner.key.key)
    const dialog = page.getByRole('dialog')

    await go('/consent/grants', 'Consent')
    await page.getByRole('button', { name: `Releases of ${grant.id}` }).click()
    await dialog.getByText('No endpoint of this identity is released by grant.').waitFor()
    await page.keyboard.press('Escape')
    await go(`/identities/${identity}`, 'Shop')
    await page.getByRole('button', { name: /^Release of Bank account/ }).click()
    expect(await dialog.getByRole('radio', { name: /^Nobody/ }).isChecked()).toBe(true)
    await dialog.getByRole('radio', { name: /^Whom a grant names it for/ }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Released by grant').waitFor()
    expect((await owner.registry.get(`/v1/endpoints/${endpoint}`)).release).toBe('granted')

    await go('/consent/grants', 'Consent')
    await page.getByRole('button', { name: `Releases of ${grant.id}` }).click()
    const box = dialog.getByRole('checkbox', { name: /Bank account/ })
    // What a grant did not name before is not named in passing.
    expect(await box.isChecked()).toBe(false)
    await box.check()
    await dialog.getByRole('button', { name: 'Replace grant' }).click()
    await page.getByText('may be sent one address').waitFor()
    const [active] = (await owner.registry.get('/v1/consent_grants')).data
    expect(active).toMatchObject({
      status: 'active',
      consumer: payer.consumer,
      release: [endpoint],
      covers: { all: true },
    })
  })
})
