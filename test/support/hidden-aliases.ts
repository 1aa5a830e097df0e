import { sql } from 'kysely'
import type { App } from '../../src/context.ts'
import { encodeId } from '../../src/domain/id.ts'
import { ensureConsumer } from '../../src/persistence/api-keys.ts'
import type { Call } from '../../src/services/caller.ts'

/** Every reason why a well-formed alias does not resolve. All are ten letters long, so that all answers are of one length. */
export const hiddenClasses = {
  unknown: 'nobodyhere',
  private: 'misprivate',
  'unknown level': 'mislevelxx',
  'no level': 'misnolevel',
  'no grant': 'misnogrant',
  'revoked grant': 'misrevoked',
  'expired grant': 'misexpired',
  'grant for another consumer': 'misforeign',
  'expired request': 'misreqgone',
  'suspended identity': 'missuspend',
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
export type RequestedClass = keyof typeof requestedClasses

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

/**
 * Plants an alias with a public wallet behind each class (but the unknown and the reserved one), hidden from the consumer
 * `payerId` in test mode. The database loses the check on alias levels, so that an unknown level can be stored.
 */
export async function plantHidden(app: App, payerId: string): Promise<void> {
  const ownerId = await ensureConsumer(app.db, 'owner of hidden aliases', app.newId)
  const strangerId = await ensureConsumer(app.db, 'another payer', app.newId)
  const plant = createPlanter(app, ownerId)
  const level = (alias: string, privacyLevel: string | null) => setLevel(app, alias, privacyLevel)
  await sql`alter table alias drop constraint alias_privacy_level`.execute(app.db)

  await plant.registered(hiddenClasses.private, 'private')
  await plant.registered(hiddenClasses['unknown level'], 'public')
  await level(hiddenClasses['unknown level'], 'friends')
  await plant.registered(hiddenClasses['no level'], 'public')
  await level(hiddenClasses['no level'], null)
  await plant.registered(hiddenClasses['no grant'], 'consent_required')
  await plant.revoked(hiddenClasses['revoked grant'], payerId)
  await plant.granted(hiddenClasses['expired grant'], payerId)
  await sql`update consent_grant set expires_at = now() - interval '1 minute' where status = 'active'`.execute(app.db)
  await plant.granted(hiddenClasses['grant for another consumer'], strangerId)
  await plant.registered(hiddenClasses['expired request'], 'private')
  await plant.requested(hiddenClasses['expired request'], payerId, '-1 minute')
  await plant.withStatus(hiddenClasses['suspended identity'], 'suspended')
  await plant.withStatus(hiddenClasses['closed identity'], 'closed')
  await plant.live(hiddenClasses['other environment'])
  await plant.released(hiddenClasses.released)
  await sql`update alias_slot set available_at = now() - interval '1 day' where available_at is not null`.execute(
    app.db,
  )
  await plant.released(hiddenClasses['in cooldown'])

  await plant.registered(requestedClasses['private, requested'], 'private')
  await plant.registered(requestedClasses['no grant, requested'], 'consent_required')
  await plant.withStatus(requestedClasses['suspended identity, requested'], 'suspended')
  await plant.live(requestedClasses['other environment, requested'])
  await plant.released(requestedClasses['in cooldown, requested'])
  for (const alias of Object.values(requestedClasses)) await plant.requested(alias, payerId, '7 days')
  await sql`analyze`.execute(app.db)
}

const setLevel = ({ db }: App, alias: string, level: string | null) =>
  db
    .updateTable('alias')
    .set({ privacy_level: level as never })
    .where('value', '=', alias)
    .execute()

function createPlanter(app: App, ownerId: string) {
  const { services, db, newId } = app
  const callOf = (livemode: boolean): Call => ({
    caller: { consumerId: ownerId, consumerName: 'owner', keyId: newId(), livemode, scopes: ['*'], router: false },
    requestId: newId(),
    idempotency: null,
    release: 'at once',
    replayed: false,
  })
  const test = callOf(false)

  async function register(call: Call, value: string, privacyLevel: string) {
    const identity = (await services.identities.create(call, { type: 'user' })).id
    const alias = (await services.aliases.create(call, { identity, type: 'username', value, privacyLevel })).id
    const type = 'crypto_wallet'
    await services.endpoints.create(call, { identity, type, address: wallet, privacyLevel: 'public' })
    return { identity, alias }
  }
  async function granted(value: string, consumerId: string) {
    const { identity } = await register(test, value, 'consent_required')
    const consumer = encodeId('consumer', consumerId)
    return services.consentGrants.grant(test, { identity, consumer, covers: { all: true } })
  }

  return {
    registered: (value: string, level: string) => register(test, value, level),
    live: (value: string) => register(callOf(true), value, 'public'),
    granted,
    async revoked(value: string, consumerId: string) {
      const { id } = await granted(value, consumerId)
      await services.consentGrants.revoke(test, id)
    },
    async withStatus(value: string, status: string) {
      const { identity, alias } = await register(test, value, 'public')
      await services.identities.update(test, identity, { status })
      // Closing releases the aliases: here the identity's status alone is to hide it.
      if (status !== 'closed') return alias
      await sql`update alias set status = 'registered', released_at = null, available_at = null where value = ${value}`.execute(
        db,
      )
      return alias
    },
    async released(value: string) {
      const { alias } = await register(test, value, 'public')
      await services.aliases.release(test, alias)
    },
    requested: (value: string, consumerId: string, expiresIn: string) =>
      sql`insert into consent_request (id, livemode, consumer_id, type, value, skeleton, expires_at)
        values (${newId()}, false, ${consumerId}, 'username', ${value}, ${value}, now() + ${expiresIn}::interval)`.execute(
        db,
      ),
  }
}
