import { aliasPayload, endpointPayload, grantPayload } from '../../events/payload.ts'
import type { Change } from '../../events/write.ts'
import { releaseAliases } from '../aliases/reservation-store.ts'
import { findRegistered } from '../aliases/store.ts'
import { disableEndpoints } from '../endpoints/store.ts'
import type { CooldownDays } from './service.ts'
import { type IdentityRow, revokeGrantsOn } from './store.ts'

/**
 * Closes the records of an identity: its aliases are released into their cooldown, its endpoints disabled, its grants
 * revoked; an event for each. The caller has locked the identity's row and changes its status.
 */
export async function closeIdentity(
  { db, emit }: Change,
  identity: IdentityRow,
  cooldownDays: CooldownDays,
): Promise<void> {
  const registered = await findRegistered(db, identity.id)
  const released = await releaseAliases(
    db,
    registered.map(({ id, type }) => ({ id, identity_id: identity.id, days: cooldownDays(type) })),
  )
  for (const alias of released) {
    emit('alias.released', aliasPayload(identity.id, alias))
  }

  for (const endpoint of await disableEndpoints(db, identity.id)) {
    emit('endpoint.updated', endpointPayload(identity.id, endpoint), { changed: ['status'] })
  }

  for (const grant of await revokeGrantsOn(db, identity.id)) {
    // The grantee is not notified: an inactive identity answers no one (docs/rules.md#events).
    emit('consent.revoked', grantPayload(identity.id, grant))
  }
}
