import { encodeId } from '../kernel/id.ts'
import type { Logger } from '../kernel/log.ts'
import type { Keyring } from '../vault/keyring.ts'
import { OpeningFailed, UnknownKey } from '../vault/seal.ts'
import { type Capability, canonicalCapabilities } from './endpoints/capability.ts'

/*
 * INVARIANT (who is paid): alias, identity, owner and endpoint are bound to each other by data keys that are not in the
 * database. A writer of rows can't make a sealed value or a mark, so a row that was moved, copied or mixed with another
 * fails. See docs/explanation/threats.md.
 *
 * Each function below joins the parts of one row in one text, which a sealed value or a mark authenticates. Ids are
 * uuids and contain no bar, so no two rows give the same text.
 */

/** Immutable columns of a row that belongs to an identity. Ids are uuids. */
export type Place = {
  readonly id: string
  readonly livemode: boolean
  readonly identityId: string
  readonly consumerId: string
}

/** Of an endpoint: its type decides the meaning of its address. */
export type EndpointPlace = Place & { readonly type: string }

/** Of a payee name: its basis decides its weight in a check. */
export type NamePlace = Place & { readonly kind: string; readonly basis: string }

/** Of an alias: its value, and its identity. Renormalization alone changes its value, and marks it again. */
export type AliasPlace = EndpointPlace & { readonly value: string }

const recordOf = ({ id, identityId, consumerId }: Place, last: string): string =>
  `${id}|${identityId}|${consumerId}|${last}`

/** Text that the address and the projection of an endpoint are bound to. */
export const endpointRecord = (place: EndpointPlace): string => recordOf(place, place.type)

/** Text that a payee name is bound to. */
export const nameRecord = (place: NamePlace): string => recordOf(place, JSON.stringify([place.kind, place.basis]))

/** Text that the mark of an alias is bound to. */
export const aliasRecord = (place: AliasPlace): string =>
  `alias|${recordOf(place, JSON.stringify([place.type, place.value]))}`

/** Text that the mark of an endpoint is bound to. */
export const capabilitiesRecord = (place: EndpointPlace, capabilities: readonly Capability[]): string =>
  `endpoint|${recordOf(place, JSON.stringify([place.type, canonicalCapabilities(capabilities)]))}`

/** A mark is a sealed empty value: its tag authenticates the text that it is bound to. */
const seal = (keyring: Keyring, record: string, livemode: boolean): Buffer => keyring.seal('mark', record, livemode, '')

export const markAlias = (keyring: Keyring, place: AliasPlace): Buffer =>
  seal(keyring, aliasRecord(place), place.livemode)

export const markEndpoint = (keyring: Keyring, place: EndpointPlace, capabilities: readonly Capability[]): Buffer =>
  seal(keyring, capabilitiesRecord(place, capabilities), place.livemode)

/**
 * Runs the opening of a bound value; undefined if it is not bound to its row. @throws UnknownKey if the key is missing
 * here
 */
export function openedBound<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof OpeningFailed && !(error instanceof UnknownKey)) return undefined
    throw error
  }
}

/** Checks that a row's mark fits its content; false without a mark. @throws UnknownKey */
const isMarked = (keyring: Keyring, record: string, livemode: boolean, mark: Uint8Array | null): boolean =>
  mark !== null && openedBound(() => keyring.open('mark', record, livemode, Buffer.from(mark))) !== undefined

/** Call it inside `keyring.opening`. */
export const isAliasMarked = (keyring: Keyring, place: AliasPlace, mark: Uint8Array | null): boolean =>
  isMarked(keyring, aliasRecord(place), place.livemode, mark)

/** Call it inside `keyring.opening`. */
export const isEndpointMarked = (
  keyring: Keyring,
  place: EndpointPlace,
  capabilities: readonly Capability[],
  mark: Uint8Array | null,
): boolean => isMarked(keyring, capabilitiesRecord(place, capabilities), place.livemode, mark)

export type BoundKind = 'alias' | 'endpoint'

/** Counts rows that differ from their seal, as look-ups, checks and releases meet them. */
export type BindingFailures = {
  readonly counts: Readonly<Record<BoundKind, number>>
  /**
   * Counts a row, by its uuid, and logs its id: one of a kind a minute, so that repeated requests don't fill the log.
   */
  note(kind: BoundKind, id: string): void
}

const logIntervalMs = 60_000

export function createBindingFailures(log: Pick<Logger, 'error'>): BindingFailures {
  const counts: Record<BoundKind, number> = { alias: 0, endpoint: 0 }
  const loggedAt: Partial<Record<BoundKind, number>> = {}
  return {
    counts,
    note(kind, id) {
      counts[kind]++
      const now = performance.now()
      if (now - (loggedAt[kind] ?? Number.NEGATIVE_INFINITY) < logIntervalMs) return
      loggedAt[kind] = now
      log.error(
        { [kind]: encodeId(kind, id) },
        'a row differs from its seal, and resolves for nobody: signpost doctor lists all',
      )
    },
  }
}
