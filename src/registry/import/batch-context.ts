import type { Change } from '../../events/write.ts'
import type { Owner } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import type { CatalogueMode } from '../endpoints/catalogue/catalogue.ts'
import type { NotedKind, NotedRow, OwnerNotes } from '../notes/sealing.ts'
import type { IdentityOwned } from '../record-store.ts'
import type { ImportDeps } from './import.ts'
import { missing, type Named } from './line.ts'
import type {
  AliasName,
  FoundAlias,
  FoundEndpoint,
  FoundIdentity,
  HeldAddress,
  HeldReservation,
  Holding,
} from './look-up-store.ts'

/** Another writer took a reference or an alias at the same time: a retry of the batch finds it. */
export class LostRace extends Error {
  constructor() {
    super('Another writer changed the same records at the same time: run the import again.')
  }
}

/** Outcome of a record in a batch. A created record is never also changed: its final state is stored. */
export type Fate = { isMade: boolean; isChanged: boolean }

export type IdentityState = FoundIdentity &
  Fate &
  Omit<Holding, 'id'> & {
    /** Another alias becomes its primary one. */
    isPrimaryMoved: boolean
  }
export type AliasState = FoundAlias & Fate & { isReleased: boolean }
export type EndpointState = FoundEndpoint &
  Fate & {
    address: Buffer | null
    projection: Buffer | null
    destination_fingerprint: Buffer | null
    isRemoved: boolean
  }

/** Records of one kind that a batch finds and creates, after the lines so far: by id, and by their references. */
export class Records<State extends Fate & Pick<NotedRow, 'id' | 'reference_hash'>> {
  readonly #kind: NotedKind
  readonly byId = new Map<string, State>()
  readonly #byHash = new Map<string, State>()

  /** A record that is not live has given up its reference. */
  constructor(kind: NotedKind, found: readonly State[], isLive: (state: State) => boolean) {
    this.#kind = kind
    for (const state of found) this.add(state, isLive(state))
  }

  add(state: State, isLive = true): void {
    this.byId.set(state.id, state)
    if (isLive && state.reference_hash) this.#byHash.set(Buffer.from(state.reference_hash).toString('hex'), state)
  }

  /** The record of a reference, or else of an id. */
  find(deps: BatchDeps, { ref, id }: Named): State | undefined {
    return ref === null ? this.byId.get(id ?? '') : this.#byHash.get(hashKey(deps, this.#kind, ref))
  }

  all(): State[] {
    return [...this.byId.values()]
  }

  made(): State[] {
    return this.all().filter(({ isMade }) => isMade)
  }

  changed(): State[] {
    return this.all().filter(({ isMade, isChanged }) => isChanged && !isMade)
  }
}

export type World = {
  identities: Records<IdentityState>
  aliases: Records<AliasState>
  endpoints: Records<EndpointState>
  reservations: Map<string, HeldReservation>
  /** Live addresses of identities, by their fingerprints. */
  held: Map<string, HeldAddress[]>
  /** Aliases that are no longer primary. */
  demoted: IdentityOwned[]
  /** Stored bytes of capabilities, by their JSON. */
  sizes: ReadonlyMap<string, number>
}

export type BatchDeps = Pick<ImportDeps, 'keyring' | 'newId' | 'sealAddress' | 'cooldownDays'> & {
  owner: Owner
  notes: OwnerNotes
  catalogueMode: CatalogueMode
  /** The hashes of the references of this batch, in hex. */
  hashes: Map<string, string>
  /** Names of aliases in earlier batches of this file, and ids of identities whose primary alias these name. */
  seen: Set<string>
  /** Lines of this file that an earlier run has finished. */
  doneBefore: number
}

export type Plan = BatchDeps & {
  world: World
  /** Those in this batch. */
  names: Set<string>
  emit: Change['emit']
  /** Notes something about the line that is planned; forgotten when the line is refused. */
  warn: (warning: Warning) => void
}

/** Something about a line that was imported. INVARIANT (no echo): the place and the rule, never the value. */
export type Warning = {
  readonly code: 'capability_unknown' | 'address_repeated'
  readonly param: string
  readonly message: string
}

export type Outcome = 'created' | 'updated' | 'replaced' | 'unchanged'

export const nameKey = ({ type, skeleton }: AliasName): string => `${type} ${skeleton}`

/** Each reference of a batch is hashed once, because many lines name the same identity. */
export function hashKey({ notes, owner, hashes }: BatchDeps, kind: NotedKind, ref: string): string {
  const name = `${kind} ${ref}`
  const known = hashes.get(name)
  if (known !== undefined) return known
  const hash = notes.hashOf(kind, owner, ref).toString('hex')
  hashes.set(name, hash)
  return hash
}

/** The error of a line with another value for a field that can't be changed. */
export const fixed = (param: string, kind: NotedKind, id: string): SignpostError =>
  new SignpostError('parameter_conflict', {
    param,
    rule: `The ${param} of a record cannot be changed.`,
    existing: encodeId(kind, id),
  })

const noIdentity = 'No identity of this consumer has this ref or id in this environment. Was its own line rejected?'

/** The identity that a line names. @throws SignpostError resource_missing · parameter_missing */
export function identityOf(plan: Plan, name: Named | null): IdentityState {
  if (name === null) throw missing('identity')
  const found = plan.world.identities.find(plan, name)
  if (!found) throw new SignpostError('resource_missing', { param: 'identity', rule: noIdentity })
  return found
}
