import { endpointPayload } from '../../events/payload.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { readPrivacy } from '../../kernel/privacy.ts'
import { readNumber } from '../../kernel/stored.ts'
import { type EndpointPlace, endpointRecord, isEndpointMarked, markEndpoint } from '../../registry/binding.ts'
import { type Capability, isSameCapabilities, readCapabilities } from '../../registry/endpoints/capability.ts'
import { capabilitiesFull, capabilitiesLimit } from '../../registry/endpoints/capability-store.ts'
import { requireKnown } from '../../registry/endpoints/catalogue/catalogue.ts'
import { type Destination, writeDestination } from '../../registry/endpoints/details/destination.ts'
import { type EndpointType, isEndpointType, ruleOf } from '../../registry/endpoints/endpoint-types.ts'
import { fingerprintsOf, isSamePrint } from '../../registry/endpoints/fingerprint.ts'
import { readReleasePolicy } from '../../registry/endpoints/release-policy.ts'
import type { EndpointLine } from '../../registry/endpoints/store.ts'
import { mergeMetadata } from '../../registry/notes/rules.ts'
import type { Placed } from '../../registry/placed.ts'
import { recordLimits } from '../../registry/record-limits.ts'
import { readDetails } from './endpoint-fields.ts'
import type { EndpointSaid } from './line.ts'
import {
  type EndpointState,
  fixed,
  hashKey,
  type IdentityState,
  identityOf,
  missing,
  type Numbered,
  type Outcome,
  type Plan,
} from './world.ts'

export async function planEndpoint(plan: Plan, { line }: Numbered<EndpointSaid>): Promise<Outcome> {
  const found = plan.world.endpointByHash.get(hashKey(plan, 'endpoint', line.ref))
  if (!found) return line.status === 'removed' ? 'unchanged' : makeEndpoint(plan, line)
  const home = homeOf(plan, found, line)
  if (line.status === 'removed') {
    remove(plan, found)
    return 'updated'
  }
  if (home.status === 'closed') throw new SignpostError('identity_not_active')
  const destination = otherDestination(plan, found, line)
  return destination ? replace(plan, found, home, line, destination) : change(plan, found, home, line)
}

/** The identity of an endpoint that a line found, which the line may name again and can't change. */
function homeOf(plan: Plan, found: EndpointState, { identity }: EndpointSaid): IdentityState {
  const home = plan.world.identities.get(found.identity_id)!
  if (identity !== null && identityOf(plan, identity) !== home) throw fixed('identity', 'endpoint', found.id)
  return home
}

function remove({ emit }: Plan, found: EndpointState): void {
  found.isRemoved = true
  emit('endpoint.removed', endpointPayload(found.identity_id, found))
}

type Typed = { type: EndpointType; destination: Destination }

function destinationOf(line: EndpointSaid, type: EndpointType, capabilities: readonly Capability[]): Destination {
  const address = ruleOf(type).normalizes(line.address!, capabilities)
  const details = line.details === undefined ? null : readDetails(type, line.details, { address, capabilities })
  return { address, details }
}

/**
 * What a line brings in the place of what is sealed; null when that stays. It can't be read back, so what the line leaves out of
 * it can't be kept beside something else.
 * @throws SignpostError parameter_missing where that would lose something
 */
function otherDestination({ keyring }: Plan, found: EndpointState, line: EndpointSaid): Typed | null {
  const type = line.type ?? found.type
  if (line.address === undefined) {
    if (line.details !== undefined || type !== found.type) throw missing('address')
    return null
  }
  if (!isEndpointType(type)) throw missing('type')
  const destination = destinationOf(line, type, line.capabilities ?? readCapabilities(found.capabilities))
  const prints = fingerprintsOf(keyring, { id: found.id, livemode: found.livemode, type }, destination)
  const isSameAddress = isSamePrint(found.address_fingerprint, prints.address_fingerprint)
  if (isSameAddress && line.details === undefined) return null
  if (isSameAddress && isSamePrint(found.details_fingerprint, prints.details_fingerprint)) return null
  if (line.details === undefined && found.details_fingerprint !== null) throw missing('details')
  return { type, destination }
}

/** Takes the room of capabilities in the identity; `own` are the bytes that they take the place of. */
function takeRoom({ world }: Plan, home: IdentityState, capabilities: string, own: number): number {
  const size = world.sizes.get(capabilities)!
  if (capabilities !== '[]' && home.capabilities - own + size > capabilitiesLimit && size > own)
    throw capabilitiesFull()
  home.capabilities += size - own
  return size
}

async function makeEndpoint(plan: Plan, line: EndpointSaid): Promise<Outcome> {
  const { type, capabilities = [] } = line
  if (type === undefined) throw missing('type')
  if (line.address === undefined) throw missing('address')
  requireKnown(plan.catalogueMode, capabilities)
  const destination = destinationOf(line, type, capabilities)
  const home = identityOf(plan, line.identity)
  if (home.status !== 'active') throw new SignpostError('identity_not_active')
  if (home.endpoints >= recordLimits.endpoints) throw new SignpostError('limit_reached')
  const size = takeRoom(plan, home, JSON.stringify(capabilities), 0)
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
    ...plan.notes.sealed('endpoint', plan.owner, id, { externalReference: line.ref, metadata: line.metadata }),
    ...(await sealedOf(plan, { id, identity_id: home.id }, { type, destination }, capabilities)),
  })
  plan.world.endpointByHash.set(hashKey(plan, 'endpoint', line.ref), plan.world.endpoints.at(-1)!)
  return 'created'
}

type Sealed = Pick<EndpointState, 'address' | 'projection' | 'mark' | 'address_fingerprint' | 'details_fingerprint'>

const placeOf = ({ owner }: Plan, { id, identity_id: identityId, type }: Placed & { type: string }): EndpointPlace => ({
  ...{ id, livemode: owner.livemode },
  ...{ identityId, consumerId: owner.consumerId, type },
})

async function sealedOf(
  plan: Plan,
  placed: Placed,
  { type, destination }: Typed,
  capabilities: readonly Capability[],
): Promise<Sealed> {
  const { keyring, sealAddress } = plan
  const place = placeOf(plan, { ...placed, type })
  const projection = JSON.stringify(ruleOf(type).projects(destination.address))
  return {
    address: await sealAddress(place, writeDestination(destination)),
    projection: keyring.seal('projection', endpointRecord(place), place.livemode, projection),
    mark: markEndpoint(keyring, place, capabilities),
    ...fingerprintsOf(keyring, place, destination),
  }
}

/** Whether the stored capabilities are those that were marked: only these may be taken over into a new mark. */
function isMarked(plan: Plan, found: EndpointState): boolean | Promise<boolean> {
  const { keyring } = plan
  const stored = readCapabilities(found.capabilities)
  return keyring.opening(() => isEndpointMarked(keyring, placeOf(plan, found), stored, found.mark))
}

async function add(
  { world, owner, emit }: Plan,
  row: Omit<EndpointState, 'livemode' | 'isMade' | 'isChanged' | 'isRemoved'>,
): Promise<void> {
  world.endpoints.push({ ...row, livemode: owner.livemode, isMade: true, isChanged: false, isRemoved: false })
  emit('endpoint.added', endpointPayload(row.identity_id, row))
}

/** What a line makes of the fields that it may change. */
const nextOf = (found: EndpointState, line: EndpointSaid) => ({
  privacy_level: line.level ?? found.privacy_level,
  priority: line.priority ?? readNumber(found.priority),
  status: line.status ?? found.status,
  release: line.release ?? readReleasePolicy(found.release),
})

async function change(plan: Plan, found: EndpointState, home: IdentityState, line: EndpointSaid): Promise<Outcome> {
  const stored = readCapabilities(found.capabilities)
  requireKnown(plan.catalogueMode, line.capabilities ?? [], stored)
  const next = nextOf(found, line)
  const isSame = isSameCapabilities(line.capabilities, stored)
  const isKept = isSame && (line.capabilities === undefined || (await isMarked(plan, found)))
  const said = { externalReference: undefined, metadata: line.metadata }
  const noted = await plan.notes.changed('endpoint', plan.owner, found, said)
  const isChanged =
    !isKept ||
    'metadata' in noted ||
    next.privacy_level !== found.privacy_level ||
    next.priority !== found.priority ||
    next.status !== found.status ||
    next.release !== found.release
  if (!isChanged) return 'unchanged'
  const size = isSame ? found.size : takeRoom(plan, home, JSON.stringify(line.capabilities), found.size)
  const capabilities = isSame ? stored : line.capabilities!
  const mark = isKept ? found.mark : markEndpoint(plan.keyring, placeOf(plan, found), capabilities)
  Object.assign(found, next, noted, { capabilities, mark, size, isChanged: true })
  plan.emit('endpoint.updated', endpointPayload(home.id, found))
  return 'updated'
}

/**
 * Another address is another endpoint: it gets an id of its own, and nobody has proved it. What the line leaves out stays.
 * @throws SignpostError parameter_missing where the capabilities that would stay are not those that were stored by us
 */
async function replace(
  plan: Plan,
  found: EndpointState,
  home: IdentityState,
  line: EndpointSaid,
  typed: Typed,
): Promise<Outcome> {
  const stored = readCapabilities(found.capabilities)
  requireKnown(plan.catalogueMode, line.capabilities ?? [], stored)
  if (home.status !== 'active') throw new SignpostError('identity_not_active')
  if (line.capabilities === undefined && !(await isMarked(plan, found))) throw missing('capabilities')
  const metadata = mergeMetadata(await plan.notes.metadataOf(found), line.metadata)
  const isSame = isSameCapabilities(line.capabilities, stored)
  const size = isSame ? found.size : takeRoom(plan, home, JSON.stringify(line.capabilities), found.size)
  const id = plan.newId()
  const capabilities = line.capabilities ?? stored
  const sealed = await sealedOf(plan, { id, identity_id: home.id }, typed, capabilities)
  const noted = plan.notes.sealed('endpoint', plan.owner, id, {
    externalReference: line.ref,
    metadata: new Map(Object.entries(metadata)),
  })
  remove(plan, found)
  const next = { ...nextOf(found, line), capabilities, size }
  await add(plan, { id, identity_id: home.id, type: typed.type, ...next, ...noted, ...sealed })
  return 'replaced'
}

/** As it is stored. */
export const endpointLine = (state: EndpointState): EndpointLine => ({
  ...state,
  capabilities: JSON.stringify(state.capabilities),
})
