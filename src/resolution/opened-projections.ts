import { type Projection, readProjection } from '../registry/endpoints/endpoint-types.ts'
import type { Keyring } from '../vault/keyring.ts'

type Sealed = { readonly id: string; readonly livemode: boolean; readonly projection: string | null }

/** An opened projection beside all that it was opened from. */
type Opened = {
  readonly id: string
  readonly livemode: boolean
  readonly sealed: string
  readonly projection: Projection
}

/** By consumer, then by the last characters of the sealed text. */
type Kept = Map<string, Map<string, Opened>>

/** When the younger half holds so many entries or so many characters, it becomes the older half, and the older one goes. */
const halfEntries = 65_536
const halfCharacters = 16 * 1024 * 1024
/** So old it does so too: nothing is kept for longer than twice that while anything is resolved. */
const halfAgeMs = 60_000

/** The end of a sealed text is of its tag: as good as random. Base64 without its last piece, which may be padding. */
const tailOf = (sealed: string): string => sealed.slice(-20, -4)

const isOf = (opened: Opened | undefined, { id, livemode, projection }: Sealed): opened is Opened =>
  opened?.sealed === projection && opened.id === id && opened.livemode === livemode

/**
 * Opens the projections of endpoints that are disclosed, and keeps what it opened: opening is a tenth of a single resolve
 * and a third of an item of a bulk.
 *
 * - What is kept answers for the same ciphertext of the same endpoint only, so a changed endpoint is never answered from it.
 * - It is kept for one consumer: what another one asked for can't be told from the time that an answer takes.
 * - It goes when a data key goes, so a key that was taken away opens nothing here for longer than elsewhere.
 * - It is asked behind the verdict only: what is hidden is neither opened nor looked for.
 */
export function createOpenedProjections(keyring: Keyring) {
  let younger: Kept = new Map()
  let older: Kept = new Map()
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

  function keep(consumerId: string, tail: string, opened: Opened): void {
    if (entries >= halfEntries || characters >= halfCharacters) turnOver()
    let ofConsumer = younger.get(consumerId)
    if (!ofConsumer) {
      ofConsumer = new Map()
      younger.set(consumerId, ofConsumer)
    }
    ofConsumer.set(tail, opened)
    entries++
    characters += opened.sealed.length
  }

  function open({ id, livemode }: Sealed, sealed: string): Opened {
    const projection = readProjection(keyring.open('projection', id, livemode, Buffer.from(sealed, 'base64')))
    return { id, livemode, sealed, projection }
  }

  /** @throws OpeningFailed · SignpostError decryption_failed */
  return function openProjection(consumerId: string, endpoint: Sealed): Projection | null {
    const sealed = endpoint.projection
    if (sealed === null) return null
    if (losses !== keyring.losses) forgetAll()
    if (performance.now() - turnedOverAt > halfAgeMs) turnOver()
    const tail = tailOf(sealed)
    const young = younger.get(consumerId)?.get(tail)
    if (isOf(young, endpoint)) return young.projection
    const old = older.get(consumerId)?.get(tail)
    const opened = isOf(old, endpoint) ? old : open(endpoint, sealed)
    keep(consumerId, tail, opened)
    return opened.projection
  }
}
