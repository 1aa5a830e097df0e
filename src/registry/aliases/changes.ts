import { encodeId } from '../../kernel/id.ts'
import type { Change } from '../../unit-of-work/write.ts'
import { type IdentityRow, updatePrimaryAlias } from '../identities/store.ts'
import { updateAlias } from './store.ts'

/** What `alias.*` events say of an alias. */
export const aliasData = (row: { id: string; identity_id: string; type: string }) => ({
  identity: encodeId('identity', row.identity_id),
  alias: { public_id: encodeId('alias', row.id), type: row.type },
})

/** Points the identity at another primary alias, or at none; everything that changes by it is touched and reported. */
export async function setPrimary(
  { db, emit }: Change,
  identity: IdentityRow,
  aliasId: string | null,
  except: string | null,
): Promise<void> {
  await updatePrimaryAlias(db, identity.id, aliasId)
  emit('identity.updated', { identity: encodeId('identity', identity.id), type: identity.type })
  const previous = identity.primary_alias_id
  if (previous === null || previous === except) return
  emit('alias.updated', aliasData(await updateAlias(db, previous)))
}
