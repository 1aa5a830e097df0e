import { getHeapStatistics } from 'node:v8'
import { encodeId } from '../kernel/id.ts'
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
 * - What is kept answers for the same snapshot, letter by letter, and for what the same grant says of endpoints: a change of
 *   either is never answered from it.
 * - It is kept for one consumer: what another one asked for can't be told from the time that an answer takes.
 * - It goes when a data key goes, so a key that was taken away opens nothing here for longer than elsewhere.
 * - It is asked behind the verdict only: of what is hidden nothing is opened, nor looked for.
 * - Where a snapshot changed, the projections that are the same are not opened again: how long the answer takes hardly tells of
 *   a change to an endpoint that the caller may not see.
 */
export function createKeptDisclosures(keyring: Keyring, half = halfFor(getHeapStatistics().heap_size_limit)) {
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

  function open({ id, livemode }: ResolvableEndpoint, sealed: string): Projection {
    return readProjection(keyring.open('projection', id, livemode, Buffer.from(sealed, 'base64')))
  }

  function render(caller: Caller, found: ResolutionFacts, before: Kept | undefined): [Kept, DisclosedEndpoint[]] {
    const { grant, snapshot } = found
    const { livemode } = caller
    const { disclosed, total } = disclosedOf({ caller, grant, endpoints: endpointsOf(found) })
    const opened = before?.livemode === livemode ? openedIn(before) : null
    const endpoints = disclosed.map((endpoint) => {
      const { id, type, capabilities, projection } = endpoint
      const same = opened?.get(sealedKey(id, type, projection))
      return discloseEndpoint(
        { id: encodeId('endpoint', id), type, capabilities },
        projection === null ? null : (same ?? open(endpoint, projection)),
        tokenOf(caller, endpoint, grant),
      )
    })
    const ids = disclosed.map(({ id }) => id)
    const granted = grantedBy(grant)
    const text = JSON.stringify(endpoints)
    return [{ text, ids, total, bytes: sizeOf(endpoints), snapshot, livemode, granted }, endpoints]
  }

  const isOf = (kept: Kept, { livemode }: Caller, { grant, snapshot }: ResolutionFacts): boolean =>
    kept.snapshot === snapshot && kept.livemode === livemode && kept.granted === grantedBy(grant)

  /**
   * Of what was found, and is not refused.
   * @throws OpeningFailed · SignpostError decryption_failed
   */
  return function disclose(caller: Caller, found: ResolutionFacts): { disclosed: Disclosed; shown: Shown } {
    if (losses !== keyring.losses) forgetAll()
    if (performance.now() - turnedOverAt > halfAgeMs) turnOver()
    const { consumerId } = caller
    const identityId = found.identity!.id
    const young = younger.get(consumerId)?.get(identityId)
    if (young && isOf(young, caller, found)) return { disclosed: young, shown: new Shown(young, null) }
    const before = young ?? older.get(consumerId)?.get(identityId)
    if (before && isOf(before, caller, found)) {
      keep(consumerId, identityId, before)
      return { disclosed: before, shown: new Shown(before, null) }
    }
    const [kept, endpoints] = render(caller, found, before)
    keep(consumerId, identityId, kept)
    return { disclosed: kept, shown: new Shown(kept, endpoints) }
  }
}

/** A ciphertext opens to the same for the same endpoint; which fields of it are shown, its type says. */
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
