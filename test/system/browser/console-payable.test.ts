import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newCaller, newOwner } from '../../support/console.ts'
import { consoleInBrowser, hasNoChromium } from '../../support/console-browser.ts'
import { freshName } from '../../support/registry.ts'
import { releasing } from '../../support/releasing.ts'

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

  test('a check shows its verdict by a word and a colour, and the owner finds it among the disclosures', async () => {
    const [owner, payer] = [await newOwner(scene.server), await newOwner(scene.server)]
    const name = freshName('bob')
    const identity = (await owner.registry.identity({ display_name: 'Bob' })).id
    await owner.registry.username(identity, name)
    await scene.server.send('POST', `/v1/identities/${identity}/payee_names`, {
      key: owner.key.key,
      body: { kind: 'legal', name: 'Robert Alan Underhill' },
    })
    const { page } = await open(payer.key.key)
    await page.getByRole('link', { name: 'Resolve' }).click()
    await page.getByRole('link', { name: 'Payee check' }).click()
    await page.getByLabel('Alias').fill(`@${name}`)
    for (const [asked, word, tone] of [
      ['Robert Alan Underhill', 'Same name, not verified', 'wait'],
      ['Robert Underhill', 'Close match', 'wait'],
      ['Zoe Overbridge', 'No match', 'bad'],
      ['Somebody Else', 'No answer', 'calm'],
    ]) {
      await page.getByLabel('Name', { exact: true }).fill(asked!)
      // The first letter of another question removes the earlier verdict.
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

  test('a destination check guesses the type and shows its verdict, and the owner finds a false account by the filter', async () => {
    const [owner, payer] = [await newOwner(scene.server), await newOwner(scene.server)]
    const name = freshName('shop')
    const identity = (await owner.registry.identity({ type: 'merchant', display_name: 'Shop' })).id
    await owner.registry.username(identity, name)
    const endpoint = (await owner.registry.account(identity)).id
    const { page, go } = await open(payer.key.key)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await go('/resolve', 'Resolve')
    await page.getByRole('link', { name: 'Destination check' }).click()
    await page.getByLabel('Alias').fill(`@${name}`)
    await page.getByLabel('Payer').fill('customer-17')
    const told = page.locator('.verdict-told')
    for (const [written, guess, word, tone] of [
      ['de89 3704 0044 0532 0130 00', 'Bank account', 'Match', 'good'],
      ['FR14 2004 1010 0505 0001 3M02 606', 'Bank account', 'Not registered in this form', 'bad'],
      ['0x52908400098527886E0F7030069857D2E4169EE7', 'Crypto wallet', 'Not checked', 'calm'],
    ] as const) {
      await page.getByLabel('Destination', { exact: true }).fill(written)
      expect(await told.count()).toBe(0)
      expect(await page.getByLabel('Type').locator('option:checked').textContent()).toBe(`Guessed: ${guess}`)
      await page.keyboard.press('Enter')
      await page.locator(`.verdict-told.${tone}`).getByText(word, { exact: true }).waitFor()
      await told.getByText(`Checked as: ${guess}.`).waitFor()
      // The endpoint that matched, and none otherwise.
      expect(await told.getByTitle(endpoint).count()).toBe(word === 'Match' ? 1 : 0)
    }
    expect(sent.at(-1)).toContain('"payer":"customer-17"')
    await page.getByLabel('Destination', { exact: true }).fill('DE00 not an account')
    await page.getByLabel('Type').selectOption('Bank account')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('address_invalid').waitFor()

    const records = `/v1/identities/${identity}/disclosures?kind=destination`
    await expect.poll(async () => (await owner.registry.get(records)).data.length, { timeout: 10_000 }).toBe(3)
    const seen = await open(owner.key.key)
    await seen.go(`/identities/${identity}/disclosures`, 'Shop')
    await seen.page.getByLabel('Kind').selectOption('Destination checks')
    await seen.page.getByText(/somebody sends invoices with a false account in your name/).waitFor()
    await expect.poll(() => seen.page.locator('.moment').count()).toBe(3)
    await seen.page.getByLabel('Verdict').selectOption('Not registered in this form')
    await expect.poll(() => seen.page.locator('.moment').count()).toBe(1)
    await seen.page.getByText(/checked a destination of .* and was told: not registered in this form/).waitFor()
    expect(await seen.page.evaluate('location.hash')).toMatch(/\?kind=DESTINATION&verdict=NO_MATCH$/)
  })

  test('a destination is checked with its bank code or memo: both count', async () => {
    const [owner, payer] = [await newOwner(scene.server), await newOwner(scene.server)]
    const name = freshName('shop')
    const identity = (await owner.registry.identity({ type: 'merchant' })).id
    await owner.registry.username(identity, name)
    await owner.registry.account(identity, {
      address: '31926819',
      details: { bank_code: { scheme: 'sort_code', value: '200415' } },
    })
    await owner.registry.wallet(identity, {
      address: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
      capabilities: [{ asset: 'XRP', network: 'xrpl', rail: 'onchain' }],
      details: { memo: '7' },
    })
    const { page, go } = await open(payer.key.key)
    await go('/resolve/destination-check', 'Resolve')
    await page.getByLabel('Alias').fill(`@${name}`)
    const is = async (word: string) => {
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await page.locator('.verdict-told').getByText(word, { exact: true }).waitFor()
    }
    await page.getByLabel('Destination', { exact: true }).fill('31926819')
    await is('Not registered in this form')
    await page.getByLabel('Bank code').selectOption('Sort code')
    await page.getByLabel('Code', { exact: true }).fill('20-04-15')
    await is('Match')
    await page.getByLabel('Destination', { exact: true }).fill('rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY')
    await is('Not registered in this form')
    await page.getByLabel('Memo', { exact: true }).fill('7')
    await is('Match')
  })

  test('a payer finds its releases, without the sealed addresses', async () => {
    const payment = await releasing(scene.server, { owner: 'console-payee', payer: 'console-payer' })
    const payee = await payment.payee()
    const { body } = await payment.ask(payee, { reference: 'Invoice 7' })
    const { page, go } = await open(payment.payer.key)
    await go('/releases', 'Releases')
    const release = page.getByRole('listitem').filter({ hasText: 'Invoice 7' })
    await release.locator('.status.good').getByText('Ready').waitFor()
    for (const id of [body.id, payee.endpoint, payment.sealingKey])
      expect(await release.getByTitle(id, { exact: true }).count()).toBe(1)
    expect(await page.content()).not.toContain(body.jwe)
  })

  test('a request that wants the address is approved with it in one dialog, ticked as it was asked', async () => {
    const owner = await newOwner(scene.server)
    const name = freshName('shop')
    const identity = (await owner.registry.identity({ display_name: 'Shop' })).id
    await owner.registry.username(identity, name)
    const level = { privacy_level: 'consent_required' }
    const endpoint = (await owner.registry.account(identity, { ...level, release: 'granted' })).id
    await owner.registry.wallet(identity, level)
    const asker = await newCaller(scene.server)
    const asked = { alias: `@${name}`, purpose: 'Invoices', wants: ['disclosure', 'release'] }
    await scene.server.send('POST', '/v1/consent_requests', { key: asker.key, body: asked })
    await scene.server.app.jobs.find((job) => job.name === 'match-consent-requests')!.run()
    const { page, go } = await open(owner.key.key)
    await go('/consent', 'Consent')
    await page.getByText(/asks for access with addresses to/).waitFor()
    await page.getByRole('button', { name: `Approve @${name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/for “Invoices”.*get their addresses/).waitFor()
    const account = dialog.getByRole('group', { name: /^Bank account/ })
    await account.waitFor()
    expect(await account.getByRole('checkbox', { checked: true }).count()).toBe(2)
    // Nobody may get the address of the wallet, so that nothing offers it.
    const wallet = dialog.getByRole('group', { name: /^Crypto wallet/ })
    expect(await wallet.getByRole('checkbox').count()).toBe(1)
    await wallet.getByText(/Its address is sent to nobody/).waitFor()
    await wallet.getByLabel('May see it').uncheck()
    await dialog.getByRole('button', { name: 'Grant consent' }).click()
    await page.getByText('Approved', { exact: true }).waitFor()
    const [grant] = (await owner.registry.get('/v1/consent_grants')).data
    expect(grant).toMatchObject({ consumer: asker.consumer, covers: { endpoints: [endpoint] }, release: [endpoint] })
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

    await scene.server.query`update sealing_key set usable_at = now()`
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
    await page.getByRole('button', { name: `Address access of ${grant.id}` }).click()
    await dialog.getByText('No address of this identity can be sent by a grant.').waitFor()
    await page.keyboard.press('Escape')
    await go(`/identities/${identity}`, 'Shop')
    await page.getByRole('button', { name: /^Address access of Bank account/ }).click()
    expect(await dialog.getByRole('radio', { name: /^Nobody/ }).isChecked()).toBe(true)
    await dialog.getByRole('radio', { name: /^Payers with a grant/ }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Address by grant').waitFor()
    expect((await owner.registry.get(`/v1/endpoints/${endpoint}`)).release).toBe('granted')

    await go('/consent/grants', 'Consent')
    await page.getByRole('button', { name: `Address access of ${grant.id}` }).click()
    const box = dialog.getByRole('checkbox', { name: /Bank account/ })
    // Endpoints that the grant did not name are unchecked by default.
    expect(await box.isChecked()).toBe(false)
    await box.check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('may be sent one address').waitFor()
    const [active] = (await owner.registry.get('/v1/consent_grants')).data
    expect(active).toMatchObject({
      status: 'active',
      consumer: payer.consumer,
      release: [endpoint],
      covers: { all: true },
    })
  })

  test('a grant loses no address that its dialog does not show', async () => {
    const owner = await newOwner(scene.server, { consumer: 'console-releaser' })
    const payer = await newCaller(scene.server)
    const identity = (await owner.registry.identity({ display_name: 'Shop' })).id
    const add = async () => (await owner.registry.account(identity, { release: 'granted' })).id
    const [closed, kept] = [await add(), await add()]
    const grant = await owner.registry.grant(identity, payer.consumer, { release: [closed, kept] })
    await owner.registry.patch(`/v1/endpoints/${closed}`, { release: 'never' })
    const opened = `Address access of ${grant.id}`
    const { page, go } = await open(owner.key.key)
    const dialog = page.getByRole('dialog')
    const save = dialog.getByRole('button', { name: 'Save' })

    const held = Promise.withResolvers<void>()
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query Coverable')) await held.promise
      await route.continue()
    })
    await go('/consent/grants', 'Consent')
    await page.getByRole('button', { name: opened }).click()
    await save.waitFor()
    expect(await save.isDisabled()).toBe(true)
    held.resolve()
    await dialog.getByRole('checkbox').first().waitFor()
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(2)
    await save.click()
    await dialog.waitFor({ state: 'hidden' })
    expect((await owner.registry.get('/v1/consent_grants')).data[0].release.toSorted()).toEqual(
      [closed, kept].toSorted(),
    )

    const scopes = ['consents:write', 'endpoints:read']
    const blind = await scene.server.key({ consumer: 'console-releaser', scopes })
    const other = await open(blind.key)
    await other.go('/consent/grants', 'Consent')
    await other.page.getByRole('button', { name: /^Revoke/ }).waitFor()
    expect(await other.page.getByRole('button', { name: opened }).count()).toBe(0)
  })
})
