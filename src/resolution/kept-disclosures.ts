import { getHeapStatistics } from 'node:v8'
import { encodeId } from '../kernel/id.ts'
import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import {
  type AliasPlace,
  aliasRecord,
  type EndpointPlace,
  endpointRecord,
  isAliasMarked,
  isEndpointMarked,
  openedBound,
} from '../registry/binding.ts'
import type { BindingFailures } from '../registry/binding-failures.ts'
import { type Projection, readProjection } from '../registry/endpoints/endpoint-types.ts'
import { readSnapshot } from '../registry/endpoints/snapshot-store.ts'
import type { Keyring } from '../vault/keyring.ts'
import { disclosedOf, type Facts, type GrantFacts } from './policy.ts'
import { type DisclosedEndpoint, discloseEndpoint } from './projection.ts'
import { type Disclosed, Shown } from './shown.ts'
import { endpointsOf, type ResolutionFacts, type ResolvableEndpoint } from './store.ts'
import { createTokens } from './tokens.ts'

type Caller = Facts['caller'] & { readonly consumerId: string }

/** What was disclosed beside all that it was made of. */
type Kept = Disclosed & {
  readonly livemode: boolean
  /** Whose identity it was. */
  readonly ownerId: string
  /** The alias that led to it, and its mark, which was found to be right. */
  readonly marked: string
  /** What the caller's grant says of endpoints. */
  readonly granted: string
}

/** By consumer, then by identity. */
type Half = Map<string, Map<string, Kept>>

/** When the younger half holds so many identities or so many characters, it becomes the older half, and the older one goes. */
export type HalfBounds = { readonly entries: number; readonly characters: number }

/** What is kept may take some 80 MB, and twice that where the process may have a heap of a gigabyte. */
export function halfFor(heapBytes: number): HalfBounds {
  const times = heapBytes >= 2 ** 30 ? 2 : 1
  return { entries: times * 32_768, characters: times * 32 * 1024 * 1024 }
}

/** So old it does so too: nothing is kept for longer than twice that while anything is resolved. */
const halfAgeMs = 60_000

/** INVARIANT: two grants that give the same text cover the same endpoints. Ids hold no comma. */
const grantedBy = (grant: GrantFacts | null): string => {
  if (!grant?.active) return ''
  return grant.all ? '*' : grant.endpoints.join(',')
}

const charactersOf = ({ snapshot, text }: Kept): number => (snapshot?.length ?? 0) + text.length

/**
 * Renders the endpoints that a caller may see, and keeps what it rendered: opening and writing them is a half of an item of
 * a bulk.
 *
 * - What is kept answers for the same snapshot, letter by letter, of the same identity and owner, and for what the same grant
 *   says of endpoints: a change of any of them is never answered from it.
 * - An alias is let through by its mark, which is looked at again unless all that it vouches for is the same.
 * - It is kept for one consumer: what another one asked for can't be told from the time that an answer takes.
 * - It goes when a data key goes, so a key that was taken away opens nothing here for longer than elsewhere.
 * - It is asked behind the verdict only: of what is hidden nothing is opened, nor looked for.
 * - Where a snapshot changed, the projections that are the same are not opened again: how long the answer takes hardly tells of
 *   a change to an endpoint that the caller may not see.
 */
export function createKeptDisclosures(
  keyring: Keyring,
  failures: Pick<BindingFailures, 'note'> | undefined,
  half = halfFor(getHeapStatistics().heap_size_limit),
) {
  const tokenOf = createTokens(keyring)
  let younger: Half = new Map()
  let older: Half = new Map()
  let entries = 0
  let characters = 0
  let turnedOverAt = performance.now()
  let losses = keyring.losses

  function turnOver(): void {
    older = younger
    younger = new Map()
    entries = 0
    characters = 0
    turnedOverAt = performance.now()
  }

  function forgetAll(): void {
    turnOver()
    older = new Map()
    losses = keyring.losses
  }

  function keep(consumerId: string, identityId: string, kept: Kept): void {
    if (entries >= half.entries || characters >= half.characters) turnOver()
    let ofConsumer = younger.get(consumerId)
    if (!ofConsumer) {
      ofConsumer = new Map()
      younger.set(consumerId, ofConsumer)
    }
    ofConsumer.set(identityId, kept)
    entries++
    characters += charactersOf(kept)
  }

  /** Of an endpoint that is bound to its identity and to its capabilities. `opened` is what its projection gave before. */
  function projectionOf(
    { capabilities, projection, mark }: ResolvableEndpoint,
    place: EndpointPlace,
    opened: Projection | undefined,
  ): Projection | undefined {
    if (projection === null || mark === null) return undefined
    if (!isEndpointMarked(keyring, place, capabilities, Buffer.from(mark, 'base64'))) return undefined
    if (opened) return opened
    const sealed = Buffer.from(projection, 'base64')
    const bound = openedBound(() => keyring.open('projection', endpointRecord(place), place.livemode, sealed))
    return bound && readProjection(bound)
  }

  /** Whether the alias is marked: as it was before, or by opening its mark. */
  function isLetThrough(place: AliasPlace, mark: string | null, kept: Kept | undefined): boolean {
    if (mark === null) return false
    if (kept?.livemode === place.livemode && kept.marked === markedAs(place, mark)) return true
    return isAliasMarked(keyring, place, Buffer.from(mark, 'base64'))
  }

  function render(
    caller: Caller,
    found: ResolutionFacts,
    marked: string,
    before: Kept | undefined,
  ): [Kept, DisclosedEndpoint[]] {
    const { grant, snapshot, identity } = found
    const { livemode } = caller
    const { id: identityId, consumerId: ownerId } = identity!
    const { disclosed, total } = disclosedOf({ caller, grant, endpoints: endpointsOf(found) })
    const opened = before?.livemode === livemode && before.ownerId === ownerId ? openedIn(before) : null
    const ids: string[] = []
    const endpoints: DisclosedEndpoint[] = []
    for (const endpoint of disclosed) {
      const { id, type, capabilities, projection } = endpoint
      const place = { id, livemode, identityId, consumerId: ownerId, type }
      const shown = projectionOf(endpoint, place, opened?.get(sealedKey(id, type, projection)))
      if (shown === undefined) {
        failures?.note('endpoint', id)
        continue
      }
      ids.push(id)
      const record = { id: encodeId('endpoint', id), type, capabilities }
      endpoints.push(discloseEndpoint(record, shown, tokenOf(caller, endpoint, grant)))
    }
    const granted = grantedBy(grant)
    const text = JSON.stringify(endpoints)
    return [{ text, ids, total, bytes: sizeOf(endpoints), snapshot, livemode, ownerId, marked, granted }, endpoints]
  }

  const isOf = (kept: Kept, { livemode }: Caller, { grant, snapshot, identity }: ResolutionFacts): boolean =>
    kept.snapshot === snapshot &&
    kept.livemode === livemode &&
    kept.ownerId === identity!.consumerId &&
    kept.granted === grantedBy(grant)

  /**
   * Of what was found, and is not refused. Null where the alias has no mark of leading there; an endpoint that is not bound to
   * the identity is left out.
   * @throws UnknownKey · SignpostError decryption_failed
   */
  return function disclose(
    caller: Caller,
    { type, value }: Pick<NormalizedAlias, 'type' | 'value'>,
    found: ResolutionFacts,
  ): { disclosed: Disclosed; shown: Shown } | null {
    if (losses !== keyring.losses) forgetAll()
    if (performance.now() - turnedOverAt > halfAgeMs) turnOver()
    const { consumerId, livemode } = caller
    const { id: identityId, consumerId: ownerId } = found.identity!
    const { id, mark } = found.alias!
    const young = younger.get(consumerId)?.get(identityId)
    const before = young ?? older.get(consumerId)?.get(identityId)
    const place = { id, livemode, identityId, consumerId: ownerId, type, value }
    if (!isLetThrough(place, mark, before)) {
      failures?.note('alias', id)
      return null
    }
    if (before && isOf(before, caller, found)) {
      if (!young) keep(consumerId, identityId, before)
      return { disclosed: before, shown: new Shown(before, null) }
    }
    const [kept, endpoints] = render(caller, found, markedAs(place, mark!), before)
    keep(consumerId, identityId, kept)
    return { disclosed: kept, shown: new Shown(kept, endpoints) }
  }
}

/** All that a mark of an alias vouches for in one environment, and the mark. */
const markedAs = (place: AliasPlace, mark: string): string => `${mark}|${aliasRecord(place)}`

/** A ciphertext of one identity and owner opens to the same for the same endpoint; which fields of it are shown, its type says. */
const sealedKey = (id: string, type: string, sealed: string | null): string => `${id}|${type}|${sealed}`

/** What was opened of an earlier snapshot, as far as it was shown: the fields of an endpoint are those of its projection. */
function openedIn({ snapshot, ids, text }: Kept): Map<string, Projection> {
  const endpoints = JSON.parse(text) as DisclosedEndpoint[]
  const entries = new Map(readSnapshot(snapshot ?? '[]').map((entry) => [entry[0], entry]))
  return new Map(ids.map((id, at) => [sealedKey(id, endpoints[at]!.type, entries.get(id)![7]), endpoints[at]!]))
}

/** An upper bound of the JSON that shows these: names, quotes and ids, and twice each text, whose quotes may be escaped. */
function sizeOf(endpoints: readonly DisclosedEndpoint[]): number {
  let bytes = 1_000
  for (const { capabilities, url = '', masked = '' } of endpoints) {
    bytes += 400 + 2 * Buffer.byteLength(url) + 2 * Buffer.byteLength(masked)
    for (const { asset, network = '', rail } of capabilities)
      bytes += 100 + 2 * (Buffer.byteLength(asset) + Buffer.byteLength(network) + Buffer.byteLength(rail))
  }
  return bytes
}
