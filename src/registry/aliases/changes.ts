import { aliasPayload, identityPayload } from '../../events/payload.ts'
import type { Change } from '../../events/write.ts'
import type { Call } from '../../kernel/call.ts'
import { present } from '../../kernel/input.ts'
import { type IdentityRow, lockIdentity, updatePrimaryAlias } from '../identities/store.ts'
import type { AliasRow } from './record.ts'
import { findAliases, updateAlias } from './store.ts'

/**
 * Reads the caller's alias with its identity, both after the identity is locked. @throws SignpostError resource_missing
 */
export async function lockAlias(
  { db }: Pick<Change, 'db'>,
  { caller }: Pick<Call, 'caller'>,
  uuid: string,
): Promise<{ identity: IdentityRow; row: AliasRow }> {
  const [found] = await findAliases(db, caller, [uuid])
  const { identity_id } = present(found)
  const identity = present(await lockIdentity(db, caller, identity_id))
  const [row] = await findAliases(db, caller, [uuid])
  return { identity, row: present(row) }
}

/** Points the identity at another primary alias, or at none; every changed record is touched and reported. */
export async function setPrimary(
  { db, emit }: Change,
  identity: IdentityRow,
  aliasId: string | null,
  except: string | null,
): Promise<void> {
  await updatePrimaryAlias(db, identity.id, aliasId)
  emit('identity.updated', identityPayload(identity), { changed: ['primary_alias'] })
  const previous = identity.primary_alias_id
  if (previous === null || previous === except) return
  const demoted = await updateAlias(db, { id: previous, identity_id: identity.id })
  emit('alias.updated', aliasPayload(identity.id, demoted), { changed: ['is_primary'] })
}
