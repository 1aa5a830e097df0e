import { identityPayload } from '../../events/payload.ts'
import { readPrivacy } from '../../kernel/privacy.ts'
import { foldedOf } from '../../registry/identities/display-name.ts'
import { readIdentityStatus, readIdentityType, readSwitch, transition } from '../../registry/identities/rules.ts'
import type { IdentitySaid } from './line.ts'
import type { IdentityLine } from './store.ts'
import { fixed, hashKey, type IdentityState, missing, type Numbered, type Outcome, type Plan } from './world.ts'

export async function planIdentity(plan: Plan, { number, line }: Numbered<IdentitySaid>): Promise<Outcome> {
  const hash = line.ref === null ? null : hashKey(plan, 'identity', line.ref)
  const found = hash === null ? undefined : plan.world.identityByHash.get(hash)
  if (found) return changeIdentity(plan, found, line)
  if (line.type === undefined) throw missing('type')
  // Nothing finds it again: that it is made once is known by the file alone.
  if (line.ref === null && number <= plan.doneBefore) return 'unchanged'
  const made = makeIdentity(plan, line, line.type)
  plan.world.identities.set(made.id, made)
  if (hash !== null) plan.world.identityByHash.set(hash, made)
  plan.emit('identity.created', identityPayload(made))
  return 'created'
}

function makeIdentity({ newId, notes, owner }: Plan, line: IdentitySaid, type: string): IdentityState {
  const id = newId()
  return {
    id,
    livemode: owner.livemode,
    type,
    status: line.status ?? 'active',
    display_name: line.displayName ?? null,
    default_privacy_level: line.level ?? 'unlisted',
    primary_alias_id: null,
    payee_checks: line.payeeChecks ?? 'on',
    close_match: line.closeMatch ?? 'on',
    ...notes.sealed('identity', owner, id, { externalReference: line.ref, metadata: line.metadata }),
    aliases: 0,
    endpoints: 0,
    capabilities: 0,
    isMade: true,
    isChanged: false,
    isPrimaryMoved: false,
  }
}

async function changeIdentity(plan: Plan, found: IdentityState, line: IdentitySaid): Promise<Outcome> {
  const { notes, owner, emit } = plan
  if (line.type !== undefined && line.type !== found.type) throw fixed('type', 'identity', found.id)
  const isStatusChanged =
    line.status !== undefined &&
    (transition(readIdentityStatus(found.status), line.status) === 'changed' || found.status !== line.status)
  const next = {
    display_name: line.displayName === undefined ? found.display_name : line.displayName,
    default_privacy_level: line.level ?? readPrivacy(found.default_privacy_level),
    payee_checks: line.payeeChecks ?? readSwitch(found.payee_checks),
    close_match: line.closeMatch ?? readSwitch(found.close_match),
  }
  const noted = await notes.changed('identity', owner, found, { externalReference: undefined, metadata: line.metadata })
  const isUpdated =
    'metadata' in noted ||
    next.display_name !== found.display_name ||
    next.payee_checks !== found.payee_checks ||
    next.close_match !== found.close_match ||
    // What is unknown in storage reads as private, and is written as that only when something is said.
    (line.level !== undefined && next.default_privacy_level !== found.default_privacy_level)
  if (!isUpdated && !isStatusChanged) return 'unchanged'
  Object.assign(found, next, noted, isStatusChanged ? { status: line.status } : {}, { isChanged: true })
  const about = identityPayload({ id: found.id, type: readIdentityType(found.type) })
  if (isUpdated) emit('identity.updated', about)
  if (isStatusChanged) emit('identity.status_changed', { ...about, status: found.status })
  return 'updated'
}

/** As it is stored. */
export const identityLine = (state: IdentityState): IdentityLine => ({
  ...state,
  display_name_folded: foldedOf(state.display_name),
})
