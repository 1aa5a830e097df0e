import { identityPayload } from '../../events/payload.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { patchIdentity, storedSettings } from '../identities/record.ts'
import { readIdentityType } from '../identities/rules.ts'
import { fixed, type IdentityState, type Outcome, type Plan } from './batch-context.ts'
import { absentId, closing, type IdentityPatch, missing } from './line.ts'

export async function planIdentity(plan: Plan, line: IdentityPatch, number: number): Promise<Outcome> {
  const found = plan.world.identities.find(plan, line)
  if (line.id !== null) return planById(plan, found, line)
  if (found) return changeIdentity(plan, found, line)
  if (line.type === undefined) throw missing('type')
  // No look-up finds it again: only the position in the file shows that it was made.
  if (line.ref === null && number <= plan.doneBefore) return 'unchanged'
  const made = makeIdentity(plan, line, line.type)
  plan.world.identities.add(made)
  plan.emit('identity.created', identityPayload(made))
  return 'created'
}

/** An id names an existing identity of the owner's, also a closed one; it creates none. */
async function planById(plan: Plan, found: IdentityState | undefined, line: IdentityPatch): Promise<Outcome> {
  if (!found) throw absentId()
  if (line.status !== 'closed') return changeIdentity(plan, found, line)
  if (found.status !== 'closed') throw closing()
  return 'unchanged'
}

function makeIdentity({ newId, notes, owner }: Plan, line: IdentityPatch, type: string): IdentityState {
  const id = newId()
  return {
    id,
    livemode: owner.livemode,
    type,
    status: line.status ?? 'active',
    ...storedSettings(line),
    primary_alias_id: null,
    erasing_at: null,
    ...notes.sealed('identity', owner, id, { externalReference: line.ref, metadata: line.metadata }),
    aliases: 0,
    endpoints: 0,
    capabilities: 0,
    isMade: true,
    isChanged: false,
    isPrimaryMoved: false,
  }
}

async function changeIdentity(plan: Plan, found: IdentityState, line: IdentityPatch): Promise<Outcome> {
  const { notes, owner, emit } = plan
  if (found.erasing_at !== null) throw new SignpostError('identity_not_active')
  if (line.type !== undefined && line.type !== found.type) throw fixed('type', 'identity', found.id)
  const noted = await notes.changed('identity', owner, found, { externalReference: undefined, metadata: line.metadata })
  const { next, changed, isStatusChanged } = patchIdentity(found, line, noted)
  if (changed.length === 0 && !isStatusChanged) return 'unchanged'
  Object.assign(found, next, { isChanged: true })
  const about = identityPayload({ id: found.id, type: readIdentityType(found.type) })
  if (changed.length > 0) emit('identity.updated', about, { changed })
  if (isStatusChanged) emit('identity.status_changed', { ...about, status: found.status }, { changed: ['status'] })
  return 'updated'
}
