import type { Call } from '../kernel/call.ts'
import { readNumber, readText } from '../kernel/stored.ts'
import { type EndpointPlace, endpointRecord, isEndpointMarked, openedBound } from '../registry/binding.ts'
import { type Capability, type DisclosedCapability, discloseCapability } from '../registry/endpoints/capability.ts'
import {
  hasTokens,
  isEndpointType,
  type Projection,
  readProjection,
  ruleOf,
} from '../registry/endpoints/endpoint-types.ts'
import { readSnapshot, type SnapshotCapability, type SnapshotEntry } from '../registry/endpoints/snapshot-store.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { ResolutionFacts } from './facts-store.ts'
import { covers, type EndpointFacts, type GrantFacts } from './policy.ts'

export type ResolvableEndpoint = EndpointFacts & {
  readonly type: string
  readonly capabilities: readonly Capability[]
  /** Sealed, in base64: opened only after a `resolved` verdict. */
  readonly projection: string | null
  /** The mark of its capabilities, in base64. */
  readonly mark: string | null
}

/** Reads the endpoints from the snapshot. Their environment is their identity's: no row can be of another. */
export function endpointsOf({ identity, snapshot }: ResolutionFacts): ResolvableEndpoint[] {
  if (identity === null || snapshot === null) return []
  const { livemode } = identity
  return readSnapshot(snapshot).map((entry) => readEntry(entry, livemode))
}

/** Reads one endpoint of a snapshot. */
export function readEntry(entry: SnapshotEntry, livemode: boolean): ResolvableEndpoint {
  return {
    id: entry[0],
    livemode,
    type: readText(entry[1]),
    status: typeof entry[1] === 'string' ? entry[2] : 'disabled',
    privacyLevel: entry[3],
    priority: readNumber(entry[4]),
    createdAt: readNumber(entry[5]),
    capabilities: entry[6].map(readCapability),
    projection: entry[7],
    mark: entry[8],
  }
}

function readCapability([asset, rail, network, isInstant, least, greatest]: SnapshotCapability): Capability {
  const capability: Capability = network === null ? { asset, rail } : { asset, network, rail }
  if (isInstant === true) capability.supportsInstant = true
  if (typeof least === 'number') capability.minAmount = least
  if (typeof greatest === 'number') capability.maxAmount = greatest
  return capability
}

export type DisclosedEndpoint = {
  id: string
  type: string
  capabilities: DisclosedCapability[]
  address?: string
  /** Null for an address that is too short to show that part of it. */
  last4?: string | null
  url?: string
  /** Mostly masked. */
  masked?: string
  token?: string | null
}

type Disclosable = { readonly id: string; readonly type: string; readonly capabilities: readonly Capability[] }

/**
 * Renders an endpoint: `id`, `type`, `capabilities`, and those fields of the opened projection that its type discloses.
 * `token` is the caller's token for a bank account under consent, null without.
 *
 * INVARIANT (allow-list): a type outside the catalogue, or a missing projection, adds no field.
 */
export function discloseEndpoint(
  { id, type, capabilities }: Disclosable,
  projection: Projection | null,
  token: string | null = null,
): DisclosedEndpoint {
  const endpoint: DisclosedEndpoint = { id, type, capabilities: capabilities.map(discloseCapability) }
  if (!isEndpointType(type) || projection === null) return endpoint
  for (const field of ruleOf(type).discloses) {
    if (field === 'token') endpoint.token = token
    else if (field === 'last4') endpoint.last4 = projection.last4 ?? null
    else if (projection[field] !== undefined) endpoint[field] = projection[field]
  }
  return endpoint
}

/** SPEC: a bank account's token is null unless an active grant covers the endpoint. */
export const hasToken = ({ id, type }: Pick<Disclosable, 'id' | 'type'>, grant: GrantFacts | null): boolean =>
  hasTokens(type) && covers(grant, 'endpoints', id)

/** Tokens of two consumers never correlate. */
export function tokenOf(
  keyring: Keyring,
  { consumerId, livemode }: Pick<Call['caller'], 'consumerId' | 'livemode'>,
  { id, type }: { readonly id: string; readonly type: string },
  grant: GrantFacts | null,
): string | null {
  if (!hasToken({ id, type }, grant)) return null
  return `tok_${keyring.hash('endpoint_token', livemode, `${id}|${consumerId}`).toString('base64url').slice(0, 32)}`
}

/** An upper bound of the JSON of these: names, quotes and ids, and twice each text, whose quotes may be escaped. */
export function sizeOf(endpoints: readonly DisclosedEndpoint[]): number {
  let bytes = 1_000
  for (const { capabilities, url = '', masked = '' } of endpoints) {
    bytes += 400 + 2 * Buffer.byteLength(url) + 2 * Buffer.byteLength(masked)
    for (const { asset, network = '', rail } of capabilities)
      bytes += 100 + 2 * (Buffer.byteLength(asset) + Buffer.byteLength(network) + Buffer.byteLength(rail))
  }
  return bytes
}

/** The endpoints that one caller may see. */
export type RenderedEndpoints = {
  /** Read from `json` when they are asked for first. */
  readonly endpoints: DisclosedEndpoint[]
  /** Their uuids, in the same order: internal. */
  readonly ids: readonly string[]
  /** Their snapshot: internal. */
  readonly snapshot: string | null
  /** The JSON of the endpoints, made once for all answers that hold them. */
  readonly json: string
}

/** @param made the endpoints where they are there already */
export function renderedFrom(
  json: string,
  ids: readonly string[],
  snapshot: string | null,
  made?: DisclosedEndpoint[],
): RenderedEndpoints {
  let endpoints = made
  return {
    ids,
    snapshot,
    json,
    get endpoints() {
      endpoints ??= JSON.parse(json) as DisclosedEndpoint[]
      return endpoints
    },
  }
}

/** Opens an endpoint's projection, inside `keyring.opening`; undefined where it is not bound to its row. @throws UnknownKey */
export function openProjection(
  keyring: Keyring,
  endpoint: ResolvableEndpoint,
  place: EndpointPlace,
): Projection | undefined {
  const { capabilities, projection, mark } = endpoint
  if (projection === null || mark === null) return undefined
  if (!isEndpointMarked(keyring, place, capabilities, Buffer.from(mark, 'base64'))) return undefined
  const sealed = Buffer.from(projection, 'base64')
  const opened = openedBound(() => keyring.open('projection', endpointRecord(place), place.livemode, sealed))
  return opened && readProjection(opened)
}
