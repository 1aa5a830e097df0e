import { sql } from 'kysely'
import { encodeId } from '../../kernel/id.ts'
import type { Change } from '../../unit-of-work/write.ts'
import { releaseAliases } from '../aliases/reservation-store.ts'
import type { CooldownDays, IdentityRow } from './service.ts'

/**
 * What goes with an identity that is closed: its aliases are released into their cooldown, its endpoints disabled, its
 * grants revoked; an event for each. The identity's row is locked by the caller, which changes its status.
 */
export async function closeIdentity(
  { db, emit }: Change,
  identity: IdentityRow,
  cooldownDays: CooldownDays,
): Promise<void> {
  const id = encodeId('identity', identity.id)

  const registered = await db
    .selectFrom('alias')
    .select(['id', 'type'])
    .where('identity_id', '=', identity.id)
    .where('status', '=', 'registered')
    .execute()
  const released = await releaseAliases(
    db,
    identity.id,
    registered.map((alias) => alias.id),
    registered.map((alias) => cooldownDays(alias.type)),
  )
  for (const alias of released) {
    emit('alias.released', { identity: id, alias: { public_id: encodeId('alias', alias.id), type: alias.type } })
  }

  const disabled = await db
    .updateTable('endpoint')
    .set({ status: 'disabled', updated_at: sql<Date>`now()` })
    .where('identity_id', '=', identity.id)
    .where('status', '=', 'active')
    .where('removed_at', 'is', null)
    .returning(['id', 'type'])
    .execute()
  for (const endpoint of disabled) {
    emit('endpoint.updated', {
      identity: id,
      endpoint: { public_id: encodeId('endpoint', endpoint.id), type: endpoint.type },
    })
  }

  const revoked = await db
    .updateTable('consent_grant')
    .set({ status: 'revoked', revoked_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('identity_id', '=', identity.id)
    .where('status', '=', 'active')
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .returning(['id', 'consumer_id'])
    .execute()
  for (const grant of revoked) {
    // The grantee is not told: an identity that isn't active answers nobody (docs/rules.md#events).
    emit('consent.revoked', {
      identity: id,
      consent_grant: encodeId('consentGrant', grant.id),
      consumer: encodeId('consumer', grant.consumer_id),
    })
  }
}
