import { describe, expect, test } from 'vitest'
import { advanceClaims, claimByTest, newOwner } from '../../support/console.ts'
import { consoleInBrowser, hasNoChromium } from '../../support/console-browser.ts'

describe.skipIf(hasNoChromium)('ownership in the console', { timeout: 90_000 }, () => {
  const scene = consoleInBrowser()
  const { open } = scene
  const claimsOf = async ({ registry }: Awaited<ReturnType<typeof newOwner>>, direction: string) =>
    (await registry.get(`/v1/claims?direction=${direction}`)).data as { status: string; reason: string | null }[]

  test('an alias is proved by hand: a wrong code costs an attempt, the right one proves', async () => {
    const owner = await newOwner(scene.server)
    const identity = (await owner.registry.identity({ display_name: 'Ann' })).id
    const alias = await owner.registry.alias(identity, 'email', 'ann@example.com')
    await owner.registry.username(identity)
    const { page, go } = await open(owner.key.key)
    await go(`/identities/${identity}`, 'Ann')
    // Nothing proves a name that is only registered here.
    expect(await page.getByRole('button', { name: /^Prove @/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Prove ann@example.com' }).click()
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /Code by e-mail/ })
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()

    await page.getByRole('heading', { level: 1, name: 'Prove ann@example.com' }).waitFor()
    await page.getByText('5 attempts left').waitFor()
    await page.getByLabel('Code').fill('12345678')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('That code is wrong. 4 attempts are left.').waitFor()
    expect((await owner.registry.get(`/v1/aliases/${alias.id}`)).verification).toBe('none')

    // The address of the page is enough to come back to the challenge.
    const here = (await page.evaluate('location.hash.slice(1)')) as string
    expect(here).toMatch(/^\/challenges\/chl_/)
    await go(`/identities/${identity}`, 'Ann')
    await go(here, 'Prove ann@example.com')
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByText('The alias is proved.').waitFor()
    await page.locator('.facts .status.good').getByText('Met').waitFor()
    expect((await owner.registry.get(`/v1/aliases/${alias.id}`)).verification).toBe('proved')

    await page.getByRole('link', { name: 'Go to the identity' }).click()
    await page.getByText('Proved', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^(Prove|Verify) ann/ }).count()).toBe(0)
  })

  test('a failed or expired challenge shows its status and takes no answer', async () => {
    const owner = await newOwner(scene.server)
    const identity = (await owner.registry.identity({ display_name: 'Ann' })).id
    const alias = await owner.registry.alias(identity, 'email', 'second@example.com')
    const challenge = async () =>
      (
        await scene.server.send('POST', `/v1/aliases/${alias.id}/challenges`, {
          key: owner.key.key,
          body: { method: 'email_code' },
        })
      ).body.id as string
    const { page, go } = await open(owner.key.key)
    await go(`/challenges/${await challenge()}`, 'Prove second@example.com')
    for (const left of ['4 attempts are', '3 attempts are', '2 attempts are', 'One attempt is']) {
      await page.getByLabel('Code').fill('12345678')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText(`That code is wrong. ${left} left.`).waitFor()
    }
    await page.getByLabel('Code').fill('12345678')
    await page.keyboard.press('Enter')
    await page.getByText('No attempts are left. Start another challenge to try again.').waitFor()
    await page.locator('.facts .status.bad').getByText('Failed').waitFor()
    expect(await page.getByLabel('Code').count()).toBe(0)

    const second = await challenge()
    await scene.server.query`update challenge set expires_at = now() where status = 'pending'`
    await go(`/challenges/${second}`, 'Prove second@example.com')
    await page.getByText('Its time is over. Start another challenge to try again.').waitFor()
    expect(await page.getByRole('button', { name: 'Answer' }).count()).toBe(0)
  })

  test('a domain’s challenge shows the record to publish; a missing record costs an attempt', async () => {
    const owner = await newOwner(scene.server)
    const identity = (await owner.registry.identity({ display_name: 'Shop' })).id
    await owner.registry.alias(identity, 'payment_link', 'https://shop.example')
    const { page, go } = await open(owner.key.key)
    await go(`/identities/${identity}`, 'Shop')
    await page.getByRole('button', { name: /^Prove https:\/\/shop\.example/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /Page on the site/ }).waitFor()
    await dialog.getByRole('radio', { name: /DNS record/ }).check()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await page.getByText('_signpost-challenge.shop.example').waitFor()
    await page.getByRole('button', { name: 'Copy: Value of the TXT record' }).waitFor()
    await page.getByRole('button', { name: 'Look now' }).click()
    await page.getByRole('alert').getByText('It is not there yet. 4 attempts are left.').waitFor()
  })

  test('a claim: made and proved by its claimer, contested by its holder, whose alias it stays', async () => {
    const [holder, claimer] = [await newOwner(scene.server), await newOwner(scene.server)]
    const identity = (await holder.registry.identity({ display_name: 'Holder' })).id
    const alias = await holder.registry.alias(identity, 'phone', '+12125550121')
    const own = (await claimer.registry.identity({ display_name: 'Claimer' })).id

    const { page } = await open(claimer.key.key)
    await page.getByRole('link', { name: 'Claims' }).click()
    await page.getByText('Nobody claims your aliases').waitFor()
    await page.getByRole('button', { name: 'Claim an alias' }).click()
    const dialog = page.getByRole('dialog')
    // The service decides what is claimable: no names that are only registered here, no links for a move.
    const types = () => dialog.getByLabel('Type').getByRole('option').allTextContents()
    expect(await types()).toEqual(['Phone number', 'E-mail address', 'Payment link'])
    await dialog.getByLabel('Why').selectOption('The same holder moves here')
    expect(await types()).toEqual(['Phone number', 'E-mail address'])
    await dialog.getByLabel('Why').selectOption('Somebody else has it')
    await dialog.getByLabel('Alias', { exact: true }).fill('+1 212 555 0121')
    await dialog.getByLabel('Identity').fill(own)
    await dialog.getByRole('button', { name: 'Claim', exact: true }).click()
    await page.getByText('Pending proof').waitFor()
    expect(await claimsOf(holder, 'incoming')).toEqual([])
    await page.getByRole('button', { name: 'Prove +12125550121' }).click()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('heading', { level: 1, name: 'Prove your claim of +12125550121' }).waitFor()
    await page.getByLabel('Code').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('Your control is proved.').waitFor()
    await advanceClaims(scene.server)
    await page.getByRole('link', { name: 'Go to the claims' }).click()
    await page.getByText('Open', { exact: true }).waitFor()

    const inbox = await open(holder.key.key)
    await inbox.page.getByRole('link', { name: /Claims.*1 pending/ }).click()
    await inbox.page.getByText(/Somebody claims/).waitFor()
    await inbox.page.getByText(/If it is yours, contest the claim/).waitFor()
    await inbox.page.getByRole('button', { name: 'Contest +12125550121' }).click()
    await inbox.page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    await inbox.page.getByRole('heading', { level: 1, name: 'Contest the claim of +12125550121' }).waitFor()
    await inbox.page.getByLabel('Code').fill('000000')
    await inbox.page.keyboard.press('Enter')
    await inbox.page.getByText('The alias stays yours, and is proved. The claim has ended.').waitFor()
    expect(await claimsOf(holder, 'incoming')).toMatchObject([{ status: 'cancelled', reason: 'contested' }])
    expect(await holder.registry.get(`/v1/aliases/${alias.id}`)).toMatchObject({
      status: 'registered',
      verification: 'proved',
    })
  })

  test('the holder gives a claimed alias up, and refuses to move another; a claimer withdraws', async () => {
    const [holder, claimer] = [await newOwner(scene.server), await newOwner(scene.server)]
    const identity = (await holder.registry.identity()).id
    for (const value of ['+12125550131', '+12125550132', '+12125550133'])
      await holder.registry.alias(identity, 'phone', value)
    await claimByTest(scene.server, claimer, '+12125550131')
    await claimByTest(scene.server, claimer, '+12125550132', 'portability')
    await claimByTest(scene.server, claimer, '+12125550133')

    const { page, go } = await open(holder.key.key)
    await go('/claims', 'Claims')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Give up +12125550131' }).click()
    await dialog.getByText(/This can’t be undone/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await claimsOf(holder, 'incoming')).map(({ status }) => status)).toEqual(['open', 'open', 'open'])
    await page.getByRole('button', { name: 'Give up +12125550131' }).click()
    await dialog.getByRole('button', { name: 'Give up alias' }).click()
    await page.getByText('It went to the claimer.').waitFor()
    // Refusing proves nothing, so a claim of ownership does not offer it.
    expect(await page.getByRole('button', { name: 'Refuse +12125550133' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Refuse +12125550132' }).click()
    await dialog.getByRole('button', { name: 'Refuse' }).click()
    await page.getByText('It was refused.').waitFor()

    const own = await open(claimer.key.key)
    await own.go('/claims/outgoing', 'Claims')
    await own.page.getByRole('button', { name: 'Withdraw +12125550133' }).click()
    await own.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await own.page.getByText('The claimer withdrew.').waitFor()
    const ended = (await claimsOf(claimer, 'outgoing')).map(({ status, reason }) => `${status} ${reason}`)
    expect(ended.sort()).toEqual(['cancelled refused', 'cancelled withdrawn', 'completed null'])
  })

  test('a key that only reads claims sees them, and no button that would be refused', async () => {
    const holder = await newOwner(scene.server, { consumer: 'claims-holder' })
    const value = '+12125550141'
    await holder.registry.alias((await holder.registry.identity()).id, 'phone', value)
    await claimByTest(scene.server, await newOwner(scene.server), value)
    const reader = await scene.server.key({ consumer: 'claims-holder', scopes: ['claims:read'] })
    const { page } = await open(reader.key)
    await page.getByText(value).waitFor()
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /Contest|Give up|Claim an alias/ })
        .count(),
    ).toBe(0)
  })
})
