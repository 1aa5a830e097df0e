import { endpointPayload } from '../../events/payload.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { readPrivacy } from '../../kernel/privacy.ts'
import { isEndpointMarked, markEndpoint } from '../binding.ts'
import { type Capability, isSameCapabilities, readCapabilities } from '../endpoints/capability.ts'
import { requireRoom } from '../endpoints/capability-store.ts'
import { requireKnown, warningsOf } from '../endpoints/catalogue/catalogue.ts'
import type { Destination } from '../endpoints/details/details.ts'
import { type EndpointType, isEndpointType } from '../endpoints/endpoint-types.ts'
import { requireDestination } from '../endpoints/input.ts'
import { changedEndpoint, patchEndpoint } from '../endpoints/record.ts'
import { fingerprintsOf, isSamePrint, sealEndpoint } from '../endpoints/sealing.ts'
import type { EndpointLine } from '../endpoints/store.ts'
import { recordLimits } from '../identities/rules.ts'
import { mergeMetadata } from '../notes/rules.ts'
import type { IdentityOwned } from '../record-store.ts'
import { type EndpointState, fixed, type IdentityState, identityOf, type Outcome, type Plan } from './batch-context.ts'
import { absentId, type EndpointPatch, inSpelling, missing } from './line.ts'

export async function planEndpoint(plan: Plan, line: EndpointPatch): Promise<Outcome> {
  for (const warning of warningsOf(line.capabilities ?? [])) plan.warn(warning)
  const found = findEndpoint(plan, line)
  if (!found || isExpired(found)) {
    if (line.status === 'removed') return 'unchanged'
    if (line.ref === null) throw absentId()
    return makeEndpoint(plan, line, line.ref)
  }
  const home = homeOf(plan, found, line)
  if (line.status === 'removed') {
    remove(plan, found)
    home.endpoints--
    home.capabilities -= found.size
    return 'updated'
  }
  const destination = otherDestination(plan, found, home, line)
  return destination ? replace(plan, found, home, line, destination) : change(plan, found, home, line)
}

/** Removed endpoints are found by an id alone. */
const isExpired = ({ removed_at, isRemoved }: EndpointState): boolean => removed_at !== null || isRemoved

function findEndpoint(plan: Plan, line: EndpointPatch): EndpointState | undefined {
  const found = plan.world.endpoints.find(plan, line)
  if (!found && line.ref === null) throw absentId()
  return found
}

/** The identity of a found endpoint, which the line may repeat and can't change. */
function homeOf(plan: Plan, found: EndpointState, { identity }: EndpointPatch): IdentityState {
  const home = plan.world.identities.byId.get(found.identity_id)!
  if (identity !== null && identityOf(plan, identity) !== home) throw fixed('identity', 'endpoint', found.id)
  return home
}

function remove({ emit }: Plan, found: EndpointState): void {
  found.isRemoved = true
  emit('endpoint.removed', endpointPayload(found.identity_id, found))
}

/** Reserves space for capabilities in the identity; `own` are the bytes that they replace. @returns their own bytes */
function takeRoom({ world }: Plan, home: IdentityState, capabilities: readonly Capability[], own: number): number {
  const asked = world.sizes.get(JSON.stringify(capabilities))!
  const others = home.capabilities - own
  requireRoom({ others, own, asked }, capabilities)
  home.capabilities = others + asked
  return asked
}

type Typed = { type: EndpointType; destination: Destination }

/** In an import null details mean none. The address is present. */
const destinationOf = ({ address, details }: EndpointPatch, type: EndpointType, capabilities: readonly Capability[]) =>
  inSpelling(() => requireDestination(type, { address: address!, details: details ?? undefined }, capabilities))

/** Warns of an address that another endpoint of the identity has; `id` is the line's own endpoint. */
function warnOfRepeated({ keyring, world, warn }: Plan, home: IdentityState, id: string | null, typed: Typed): void {
  const { type, destination } = typed
  const isRepeated = world.held.get(home.id)?.some((other) => {
    if (other.id === id || other.type !== type || world.endpoints.byId.get(other.id)?.isRemoved) return false
    const { address_fingerprint: print } = fingerprintsOf(keyring, { ...other, livemode: home.livemode }, destination)
    return isSamePrint(other.address_fingerprint, print)
  })
  if (isRepeated) warn({ code: 'address_repeated', param: 'address', message: addressRepeated })
}

const addressRepeated = 'Another endpoint of this identity has the same address.'

/**
 * Returns the line's new destination; null if the sealed one stays. The sealed one can't be read back, so a line that
 * changes a part of it must repeat all of it. @throws SignpostError parameter_missing if a part would be lost
 */
function otherDestination(plan: Plan, found: EndpointState, home: IdentityState, line: EndpointPatch): Typed | null {
  const { keyring } = plan
  const type = line.type ?? found.type
  if (line.address === undefined) {
    if (line.details !== undefined || type !== found.type) throw missing('address')
    return null
  }
  if (!isEndpointType(type)) throw missing('type')
  const destination = destinationOf(line, type, line.capabilities ?? readCapabilities(found.capabilities))
  warnOfRepeated(plan, home, found.id, { type, destination })
  const prints = fingerprintsOf(keyring, { id: found.id, livemode: found.livemode, type }, destination)
  const isSameAddress = isSamePrint(found.address_fingerprint, prints.address_fingerprint)
  if (isSameAddress && line.details === undefined) return null
  if (isSameAddress && isSamePrint(found.details_fingerprint, prints.details_fingerprint)) return null
  if (line.details === undefined && found.details_fingerprint !== null) throw missing('details')
  return { type, destination }
}

async function makeEndpoint(plan: Plan, line: EndpointPatch, ref: string): Promise<Outcome> {
  const { type, capabilities = [] } = line
  if (type === undefined) throw missing('type')
  if (line.address === undefined) throw missing('address')
  requireKnown(plan.catalogueMode, capabilities)
  const destination = destinationOf(line, type, capabilities)
  const home = identityOf(plan, line.identity)
  if (home.status !== 'active') throw new SignpostError('identity_not_active')
  if (home.endpoints >= recordLimits.endpoints) throw new SignpostError('limit_reached')
  warnOfRepeated(plan, home, null, { type, destination })
  const size = takeRoom(plan, home, capabilities, 0)
  home.endpoints++
  const id = plan.newId()
  await add(plan, {
    id,
    identity_id: home.id,
    type,
    privacy_level: line.level ?? readPrivacy(home.default_privacy_level),
    priority: line.priority ?? 0,
    capabilities,
    size,
    status: line.status ?? 'active',
    release: line.release ?? 'never',
    ...plan.notes.sealed('endpoint', plan.owner, id, { externalReference: ref, metadata: line.metadata }),
    ...(await sealedOf(plan, { id, identity_id: home.id }, { type, destination }, capabilities)),
  })
  return 'created'
}

const placeOf = <Type extends string>(
  { owner }: Plan,
  { id, identity_id: identityId, type }: IdentityOwned & { type: Type },
) => ({ id, livemode: owner.livemode, identityId, consumerId: owner.consumerId, type })

const sealedOf = (
  plan: Plan,
  placed: IdentityOwned,
  { type, destination }: Typed,
  capabilities: readonly Capability[],
) => sealEndpoint(plan, placeOf(plan, { ...placed, type }), destination, capabilities)

/** Checks that the stored capabilities match their mark: only these may be copied to a new mark. */
function isMarked(plan: Plan, found: EndpointState): boolean | Promise<boolean> {
  const { keyring } = plan
  const stored = readCapabilities(found.capabilities)
  return keyring.opening(() => isEndpointMarked(keyring, placeOf(plan, found), stored, found.mark))
}

async function add(
  { world, owner, emit }: Plan,
  row: Omit<EndpointState, 'livemode' | 'removed_at' | 'isMade' | 'isChanged' | 'isRemoved'>,
): Promise<void> {
  const state = { isMade: true, isChanged: false, isRemoved: false }
  world.endpoints.add({ ...row, ...state, livemode: owner.livemode, removed_at: null })
  world.held.set(row.identity_id, [...(world.held.get(row.identity_id) ?? []), row])
  emit('endpoint.added', endpointPayload(row.identity_id, row))
}

async function change(plan: Plan, found: EndpointState, home: IdentityState, line: EndpointPatch): Promise<Outcome> {
  const stored = readCapabilities(found.capabilities)
  requireKnown(plan.catalogueMode, line.capabilities ?? [], stored)
  const next = patchEndpoint(found, line)
  const isSame = isSameCapabilities(line.capabilities, stored)
  const isKept = isSame && (line.capabilities === undefined || (await isMarked(plan, found)))
  const said = { externalReference: undefined, metadata: line.metadata }
  const noted = await plan.notes.changed('endpoint', plan.owner, found, said)
  const changed = changedEndpoint(found, { ...next, ...noted, ...(isKept ? {} : { mark: null }) })
  if (changed.length === 0) return 'unchanged'
  if (home.status === 'closed') throw new SignpostError('identity_not_active')
  const size = isSame ? found.size : takeRoom(plan, home, line.capabilities!, found.size)
  const capabilities = isSame ? stored : line.capabilities!
  const mark = isKept ? found.mark : markEndpoint(plan.keyring, placeOf(plan, found), capabilities)
  Object.assign(found, next, noted, { capabilities, mark, size, isChanged: true })
  plan.emit('endpoint.updated', endpointPayload(home.id, found), { changed })
  return 'updated'
}

/**
 * Another address is another endpoint: it gets a new id and is not proved. Fields that the line omits stay. @throws
 * SignpostError parameter_missing if the capabilities that would stay don't match their mark
 */
async function replace(
  plan: Plan,
  found: EndpointState,
  home: IdentityState,
  line: EndpointPatch,
  typed: Typed,
): Promise<Outcome> {
  // A line with an id can't replace its endpoint: the replacement has another id, so the line would not find it again.
  if (line.ref === null) throw missing('ref')
  const stored = readCapabilities(found.capabilities)
  requireKnown(plan.catalogueMode, line.capabilities ?? [], stored)
  if (home.status !== 'active') throw new SignpostError('identity_not_active')
  if (line.capabilities === undefined && !(await isMarked(plan, found))) throw missing('capabilities')
  const metadata = mergeMetadata(await plan.notes.metadataOf(found), line.metadata)
  const isSame = isSameCapabilities(line.capabilities, stored)
  const size = isSame ? found.size : takeRoom(plan, home, line.capabilities!, found.size)
  const id = plan.newId()
  const capabilities = line.capabilities ?? stored
  const sealed = await sealedOf(plan, { id, identity_id: home.id }, typed, capabilities)
  const noted = plan.notes.sealed('endpoint', plan.owner, id, {
    externalReference: line.ref,
    metadata: new Map(Object.entries(metadata)),
  })
  remove(plan, found)
  const next = { ...patchEndpoint(found, line), capabilities, size }
  await add(plan, { id, identity_id: home.id, type: typed.type, ...next, ...noted, ...sealed })
  return 'replaced'
}

/** As it is stored. */
export const endpointLine = (state: EndpointState): EndpointLine => ({
  ...state,
  capabilities: JSON.stringify(state.capabilities),
})
