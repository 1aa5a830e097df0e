import { sql } from 'kysely'
import { ensureConsumer } from '../../src/access/api-keys/store.ts'
import type { App } from '../../src/process/compose/context.ts'
import { createMaker, type Maker, type Size } from './hidden-identities.ts'

/** Every reason why a well-formed alias does not resolve. All are ten letters long, so that all answers are of one length. */
export const hiddenClasses = {
  unknown: 'nobodyhere',
  private: 'misprivate',
  'unknown level': 'mislevelxx',
  'no level': 'misnolevel',
  'no grant': 'misnogrant',
  'grant for something else': 'miscovered',
  'revoked grant': 'misrevoked',
  'expired grant': 'misexpired',
  'grant for another consumer': 'misforeign',
  'expired request': 'misreqgone',
  'suspended identity': 'missuspend',
  'suspended identity, granted': 'missusgran',
  'suspended consumer': 'missuscons',
  'suspended consumer, granted': 'missuscogr',
  'closed identity': 'misclosedx',
  'other environment': 'mislivenow',
  released: 'misrelease',
  'in cooldown': 'miscooling',
  'reserved word': 'postmaster',
} as const
export type HiddenClass = keyof typeof hiddenClasses

/** The same, while the caller has an open consent request for each of them. */
export const requestedClasses = {
  'unknown, requested': 'reqnobodyx',
  'private, requested': 'reqprivate',
  'no grant, requested': 'reqnogrant',
  'suspended identity, requested': 'reqsuspend',
  'other environment, requested': 'reqlivenow',
  'in cooldown, requested': 'reqcooling',
} as const

type Owned = Exclude<HiddenClass, 'unknown' | 'reserved word'>
type Recipe = (make: Maker, alias: string, payerId: string, strangerId: string) => Promise<unknown>

/** Creates an alias of each class. */
const recipes: Record<Owned, Recipe> = {
  private: (make, alias) => make.registered(alias, 'private'),
  'unknown level': (make, alias) => make.withLevel(alias, 'friends'),
  'no level': (make, alias) => make.withLevel(alias, null),
  'no grant': (make, alias) => make.registered(alias, 'consent_required'),
  'grant for something else': (make, alias, payerId) => make.grantedOther(alias, payerId),
  'revoked grant': (make, alias, payerId) => make.revoked(alias, payerId),
  'expired grant': (make, alias, payerId) => make.expired(alias, payerId),
  'grant for another consumer': (make, alias, _, strangerId) => make.granted(alias, strangerId),
  'expired request': async (make, alias, payerId) => {
    await make.registered(alias, 'private')
    await make.requested(alias, payerId, '-1 minute')
  },
  'suspended identity': (make, alias) => make.withStatus(alias, 'suspended'),
  'suspended identity, granted': (make, alias, payerId) => make.grantedThenSuspended(alias, payerId),
  'suspended consumer': (make, alias) => make.ofSuspended(alias),
  'suspended consumer, granted': (make, alias, payerId) => make.grantedOfSuspended(alias, payerId),
  'closed identity': (make, alias) => make.withStatus(alias, 'closed'),
  'other environment': (make, alias) => make.live(alias),
  released: (make, alias) => make.released(alias, { isFree: true }),
  'in cooldown': (make, alias) => make.released(alias, { isFree: false }),
}
const ownedClasses = Object.keys(recipes) as Owned[]

const sized = (names: readonly Owned[], size: string, prefix: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`${name}, ${size}`, prefix + hiddenClasses[name].slice(prefix.length)]))

/** The classes again, the identity with 50 endpoints and as many capabilities as it may have. */
export const fatClasses = sized(ownedClasses, 'fat', 'fat')
/** With what version 0.1 accepted: 50 capabilities of 3 × 64 characters at each of the 50 endpoints. */
export const vastClasses = sized(
  ['private', 'grant for something else', 'expired grant', 'suspended identity, granted'],
  'vast',
  'vas',
)

/** A public alias: resolving it waits for no release. */
export const neighbourAlias = 'visiblenow'

type Consumers = { payerId: string; strangerId: string }

async function makeClasses(app: App, names: readonly Owned[], size: Size, consumers: Consumers): Promise<void> {
  const ownerId = await ensureConsumer(app.db, 'owner of hidden aliases', app.newId)
  const make = createMaker(app, ownerId, size)
  const aliasOf = (name: Owned): string =>
    ({ thin: hiddenClasses[name], fat: fatClasses[`${name}, fat`], vast: vastClasses[`${name}, vast`] })[size]!
  for (const name of names) await recipes[name](make, aliasOf(name), consumers.payerId, consumers.strangerId)
}

const stranger = (app: App): Promise<string> => ensureConsumer(app.db, 'another payer', app.newId)

/**
 * Registers an alias with a public wallet behind each class (but the unknown and the reserved one), hidden from the consumer
 * `payerId` in test mode. The database loses the check on alias levels, so that an unknown level can be stored.
 */
export async function registerHidden(app: App, payerId: string): Promise<void> {
  await sql`alter table alias drop constraint alias_privacy_level`.execute(app.db)
  await makeClasses(app, ownedClasses, 'thin', { payerId, strangerId: await stranger(app) })

  const make = createMaker(app, await ensureConsumer(app.db, 'owner of hidden aliases', app.newId), 'thin')
  await make.registered(requestedClasses['private, requested'], 'private')
  await make.registered(requestedClasses['no grant, requested'], 'consent_required')
  await make.withStatus(requestedClasses['suspended identity, requested'], 'suspended')
  await make.live(requestedClasses['other environment, requested'])
  await make.released(requestedClasses['in cooldown, requested'], { isFree: false })
  for (const alias of Object.values(requestedClasses)) await make.requested(alias, payerId, '7 days')
  await sql`analyze`.execute(app.db)
}

/** Registers the large ones, after `registerHidden`. */
export async function registerLarge(app: App, payerId: string): Promise<void> {
  const consumers = { payerId, strangerId: await stranger(app) }
  await makeClasses(app, ownedClasses, 'fat', consumers)
  await makeClasses(
    app,
    ownedClasses.filter((name) => `${name}, vast` in vastClasses),
    'vast',
    consumers,
  )
  await sql`analyze`.execute(app.db)
}

export async function registerVisible(app: App, alias: string): Promise<void> {
  const make = createMaker(app, await ensureConsumer(app.db, 'owner of hidden aliases', app.newId), 'thin')
  await make.registered(alias, 'public')
}
