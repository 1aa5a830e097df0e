import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { issueApiKey } from '../../src/access/api-keys/service.ts'
import { ensureConsumer } from '../../src/access/api-keys/store.ts'
import { operatorCall } from '../../src/cli/app.ts'
import { encodeId } from '../../src/kernel/id.ts'
import type { App } from '../../src/process/compose/context.ts'
import { activateSealingKey } from '../../src/releases/keys/store.ts'
import { hiddenClasses } from '../../test/support/hidden-aliases.ts'
import { createMaker } from '../../test/support/hidden-identities.ts'
import { callOf, issueKey } from '../app.ts'
import { seededLeak } from './goal.ts'

export const askedName = 'Maria Gonzalez'

/**
 * Aliases of payees that the caller may see, by the verdict of a check of `askedName`, with the name that is registered.
 * Ten letters long, like the hidden ones.
 */
const payees: Readonly<Record<string, readonly [alias: string, name?: string]>> = {
  'resolvable, no name': ['paynonames'],
  'resolvable, checks off': ['paycheckno', askedName],
  'resolvable, budget spent': ['payspentxx', askedName],
  'resolvable, no match': ['paynomatch', 'Thomas Baker'],
  'resolvable, close match': ['payclosexx', 'Maria Isabel Gonzalez'],
  'resolvable, declared match': ['paydeclare', askedName],
  'resolvable, match': ['paymatched', askedName],
}
export const payeeClasses: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(payees).map(([name, [alias]]) => [name, alias]),
)

/** Aliases of merchants, by the verdict of a check of `askedDestination`. */
export const destinationClasses = {
  'resolvable, no candidates': 'dstnoneher',
  'resolvable, person without consent': 'dstpersonx',
  'resolvable, destinations off': 'dstswitchx',
  'resolvable, destinations spent': 'dstspentxx',
  'resolvable, another destination': 'dstnomatch',
  'resolvable, 50 other destinations': 'dstnofifty',
  'resolvable, the destination': 'dstmatched',
} as const

/** A full bulk of distinct, valid destinations. */
const iban = (n: number): string => {
  const account = String(n).padStart(18, '0')
  return `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0')}${account}`
}
const account = (n: number) => ({ type: 'bank_account', address: iban(n) })
export const askedDestination = account(1)
export const askedDestinations = Array.from({ length: 20 }, (_, n) => account(n + 1))

/** E-mail addresses that other consumers hold, by the reason that hides them; `unknown` is free. */
export const claimClasses = {
  'held, private': 'clmprivate',
  'held, suspended': 'clmsuspend',
  'held before, in cooldown': 'clmcooling',
  'held before, released': 'clmrelease',
} as const
/**
 * Live claims of addresses, by the state behind them: a code is requested. The receiver of the last one is at its
 * limit.
 */
export const challengeClasses = { ...claimClasses, 'limited receiver': 'clmlimited' } as const
export const claimedValue = (alias: string): string => `${alias}@timing.example.com`

/** Live e-mail addresses that would resolve for everybody if the operator required no proof; `unknown` is free. */
export const unprovedClasses = {
  'public, not proved': 'unpublicxx',
  'granted, not proved': 'ungrantedx',
  "the owner's word": 'unattested',
} as const

/** Classes whose refusals the payer lists: each is looked up with a separate key. */
export const listedClasses = [
  'private',
  'no grant',
  'revoked grant',
  'suspended identity',
  'closed identity',
  'in cooldown',
] as const

/** Consumers that the payer asks about as an owner; none has a grant of it. The names are ten letters long, too. */
export const consumerClasses = {
  'consumer, foreign': 'conforeign',
  'consumer, suspended': 'consuspend',
  'consumer, granted by others': 'congranted',
} as const

/** Ids without a record, by the free name that they stand for. Their digits are random like the others'. */
const free: Readonly<Record<string, string>> = {
  [hiddenClasses.unknown]: '7b1c9f52-3ad4-4e0b-9c1d-5f6e2ab83c47',
  [seededLeak.covered]: 'c48e06d1-91fb-4d7a-8e25-0b96f3d7a51c',
}
const idOf = (kind: 'alias' | 'consumer' | 'identity', known: Record<string, string>, name: string): string =>
  encodeId(kind, known[name] ?? free[name] ?? free[hiddenClasses.unknown]!)
export const coveredIds: readonly string[] = (['alias', 'consumer', 'identity'] as const).map((kind) =>
  idOf(kind, {}, seededLeak.covered),
)
/** The identity behind an alias, or an id of none. */
export const identityOf = (alias: string, { identities }: Payable): string =>
  identities[alias] ?? idOf('identity', {}, alias)
/** An explanation of somebody else's alias. */
export const explainedAlias = (alias: string, { explained }: Payable) => ({
  alias: idOf('alias', explained.aliases, alias),
  consumer: null,
})
/** An explanation of an own alias, for a consumer. */
export const explainedConsumer = (name: string, { explained }: Payable) => ({
  alias: explained.own,
  consumer: idOf('consumer', explained.consumers, name),
})
/** A new grant on somebody else's identity, to a consumer that there is. */
export const newGrant = (alias: string, payable: Payable) => ({
  operation: 'grantConsent',
  input: {
    identity: identityOf(alias, payable),
    consumer: encodeId('consumer', Object.values(payable.explained.consumers)[0]!),
    covers: { all: true },
  },
})

/** The records that requests of payments need beside an alias. */
export type Payable = Awaited<ReturnType<typeof registerPayable>>

/** The end of the tally of the receiver at its limit, which is never reset, unlike the others. */
export const countsOn = '2200-01-01T00:00:00Z'

async function registerPayees(app: App, ownerId: string, payerId: string): Promise<void> {
  const make = createMaker(app, ownerId, 'thin')
  for (const [name, [alias, registered]] of Object.entries(payees)) {
    const { identity } = await make.registered(alias, 'public')
    const owner = callOf(app, ownerId)
    if (registered) {
      const { id } = await app.services.payeeNames.create(owner, identity, { kind: 'legal', name: registered })
      if (name === 'resolvable, match') await app.services.payeeNames.attest(operatorCall(app), id)
    }
    if (name === 'resolvable, checks off') {
      await app.services.identities.update(owner, identity, { payeeChecks: 'off' })
    }
    if (name !== 'resolvable, budget spent') continue
    for (const asked of ['One Person', 'Two Person', 'Three Person']) {
      await app.services.payeeChecks.check(callOf(app, payerId), { alias: `@${alias}`, name: asked })
    }
  }
}

async function registerMerchants(app: App, ownerId: string, payerId: string): Promise<void> {
  const owner = callOf(app, ownerId)
  const { identities, aliases, endpoints, destinationChecks } = app.services
  for (const [name, value] of Object.entries(destinationClasses)) {
    const identity = (await identities.create(owner, { type: /person/.test(name) ? 'user' : 'merchant' })).id
    await aliases.create(owner, { identity, type: 'username', value, privacyLevel: 'public' })
    const isOther = /other/.test(name)
    const count = name === 'resolvable, no candidates' ? 0 : /50/.test(name) ? 50 : 1
    for (let n = 0; n < count; n++)
      await endpoints.create(owner, { identity, ...account(isOther ? 1_000 + n : 1), privacyLevel: 'public' })
    if (/off/.test(name)) await identities.update(owner, identity, { destinationChecks: 'off' })
    // The greatest number in test mode.
    for (let n = 0; /spent/.test(name) && n < 200; n++)
      await destinationChecks.check(callOf(app, payerId), { alias: `@${value}`, destination: account(5_000 + n) })
  }
}

async function registerClaimed(app: App, ownerId: string, livemode: boolean): Promise<void> {
  const owner = callOf(app, ownerId, livemode)
  const { services } = app
  for (const [name, alias] of Object.entries(claimClasses)) {
    const identity = (await services.identities.create(owner, { type: 'user' })).id
    const asked = { identity, type: 'email', value: claimedValue(alias), privacyLevel: 'private' }
    const { id } = await services.aliases.create(owner, asked)
    if (name === 'held, suspended') await services.identities.update(owner, identity, { status: 'suspended' })
    if (name.startsWith('held before')) await services.aliases.release(owner, id)
    if (name === 'held before, released') {
      await sql`update alias_reservation set available_at = now() - interval '1 day'
        where livemode = ${livemode} and type = 'email' and skeleton = ${claimedValue(alias)}`.execute(app.db)
    }
  }
}

/** Claims each address for the payer, without proof. @returns the claim of each alias */
async function openClaims(app: App, payerId: string): Promise<Record<string, string>> {
  const payer = callOf(app, payerId, true)
  const identity = (await app.services.identities.create(payer, { type: 'user' })).id
  const claims: Record<string, string> = {}
  for (const alias of [
    ...Object.values(challengeClasses),
    hiddenClasses.unknown,
    seededLeak.leaky,
    seededLeak.covered,
  ]) {
    const asked = { identity, kind: 'ownership', type: 'email', value: claimedValue(alias) }
    claims[alias] = (await app.services.claims.create(payer, asked)).id
  }
  const receiver = `tally|receiver|email|${claimedValue(challengeClasses['limited receiver'])}`
  await sql`insert into challenge_tally (key, times, expires_at)
    select ${app.keyring.hash('challenge', true, receiver)}, array_agg(now() + interval '1 year'), ${countsOn}
    from generate_series(1, 1000)`.execute(app.db)
  return claims
}

/** `app` requires no proof: each of them resolves there, or the seed has failed. */
async function registerUnproved(app: App, ownerId: string, payerId: string): Promise<void> {
  const owner = callOf(app, ownerId, true)
  const { services } = app
  for (const [name, alias] of Object.entries(unprovedClasses)) {
    const identity = (await services.identities.create(owner, { type: 'user' })).id
    const privacyLevel = name === 'granted, not proved' ? 'consent_required' : 'public'
    const asked = { identity, type: 'email', value: claimedValue(alias), privacyLevel }
    const { id } = await services.aliases.create(owner, asked)
    const wallet = { identity, type: 'crypto_wallet', address: `0x${'1'.repeat(40)}`, privacyLevel }
    await services.endpoints.create(owner, wallet)
    if (privacyLevel === 'consent_required') {
      const consumer = encodeId('consumer', payerId)
      await services.consentGrants.grant(owner, { identity, consumer, covers: { all: true } })
    }
    if (name === "the owner's word") await services.aliases.verify(owner, id, { method: 'otp' })
    await services.resolution.resolve(callOf(app, payerId, true), { type: 'email', value: claimedValue(alias) })
  }
}

/** A key of the payer's for each alias whose refusals are listed, named after the alias. */
async function issueKeys(app: App, consumerId: string) {
  const keys: Record<string, { id: string; secret: string }> = {}
  const listed = [...listedClasses, 'unknown' as const].map((name) => hiddenClasses[name])
  for (const name of [...listed, seededLeak.covered]) {
    const wanted = { consumerId, livemode: false, scopes: ['resolve'], name, router: false, expiresAt: null }
    const { row, secret } = await issueApiKey(app.db, app.keyring, app.newId(), wanted)
    keys[name] = { id: encodeId('apiKey', row.id), secret }
  }
  return keys
}

/** An alias of the payer's that needs a grant, with an endpoint, and consumers that have none. */
async function registerExplained(app: App, ownerId: string, payerId: string) {
  const payer = callOf(app, payerId)
  const { identities, aliases, endpoints, consumers, consentGrants } = app.services
  const identity = (await identities.create(payer, { type: 'user' })).id
  const level = { identity, privacyLevel: 'consent_required' }
  const own = (await aliases.create(payer, { ...level, type: 'username', value: 'explainone' })).id
  await endpoints.create(payer, { ...level, ...account(1) })
  for (const [name, consumer] of Object.entries(consumerClasses)) {
    const id = await ensureConsumer(app.db, consumer, app.newId)
    if (name === 'consumer, suspended') await consumers.suspend(operatorCall(app), encodeId('consumer', id))
    if (name !== 'consumer, granted by others') continue
    const owner = callOf(app, ownerId)
    const granted = (await identities.create(owner, { type: 'user' })).id
    await consentGrants.grant(owner, { identity: granted, consumer: encodeId('consumer', id), covers: { all: true } })
  }
  const known = async (table: string, column: string) => {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, ${sql.ref(column)} as name from ${sql.table(table)}`.execute(app.db)
    return Object.fromEntries(rows.map(({ id, name }) => [name, id]))
  }
  return { own, aliases: await known('alias', 'value'), consumers: await known('consumer', 'name') }
}

/** Registers payees of every verdict, claimed and unproved addresses, and the payer's own sealing key and identity. */
export async function registerPayable(app: App, payerId: string) {
  const ownerId = await ensureConsumer(app.db, 'owner of payees', app.newId)
  await registerPayees(app, ownerId, payerId)
  await registerMerchants(app, ownerId, payerId)
  await registerClaimed(app, ownerId, false)
  await registerClaimed(app, ownerId, true)
  await registerUnproved(app, ownerId, payerId)
  const payer = callOf(app, payerId)
  const jwk = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
  const key = await app.services.sealingKeys.create(payer, jwk)
  const { rows: keys } = await sql<{ id: string }>`select id from sealing_key`.execute(app.db)
  for (const { id } of keys) await activateSealingKey(app.db, id)
  const identity = (await app.services.identities.create(payer, { type: 'user' })).id
  const { rows } = await sql<{ value: string; endpoint: string; behind: string }>`
    select distinct on (a.value) a.value, e.id as endpoint, a.identity_id as behind
    from alias a join endpoint e using (identity_id) where not a.livemode`.execute(app.db)
  return {
    sealingKey: key.id,
    identity,
    /** The endpoint behind each alias. */
    endpoints: Object.fromEntries(rows.map(({ value, endpoint }) => [value, encodeId('endpoint', endpoint)])),
    /** The identity behind each alias, of another consumer. */
    identities: Object.fromEntries(rows.map(({ value, behind }) => [value, encodeId('identity', behind)])),
    /** The payer's live claims by alias. */
    claims: await openClaims(app, payerId),
    keys: await issueKeys(app, payerId),
    /** An own alias of the payer's (its public id), and the uuids of aliases by their value and of consumers by their name. */
    explained: await registerExplained(app, ownerId, payerId),
    /** The payer's key in live mode, where proof is required. */
    liveKey: (await issueKey(app, 'payer', ['resolve', 'claims:write'], true)).secret,
  }
}
