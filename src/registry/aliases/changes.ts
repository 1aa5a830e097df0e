import { aliasPayload, identityPayload } from '../../events/payload.ts'
import type { Change } from '../../unit-of-work/write.ts'
import { type IdentityRow, updatePrimaryAlias } from '../identities/store.ts'
import { updateAlias } from './store.ts'

/** Points the identity at another primary alias, or at none; everything that changes by it is touched and reported. */
export async function setPrimary(
  { db, emit }: Change,
  identity: IdentityRow,
  aliasId: string | null,
  except: string | null,
): Promise<void> {
  await updatePrimaryAlias(db, identity.id, aliasId)
  emit('identity.updated', identityPayload(identity))
  const previous = identity.primary_alias_id
  if (previous === null || previous === except) return
  emit('alias.updated', aliasPayload(identity.id, await updateAlias(db, previous)))
}
