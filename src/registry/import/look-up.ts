import type { Database } from '../../database/orm.ts'
import { isSameCapabilities, readCapabilities } from '../endpoints/capability.ts'
import { measureCapabilities } from '../endpoints/capability-store.ts'
import {
  type AliasState,
  type BatchDeps,
  type EndpointState,
  hashKey,
  type IdentityState,
  type Lines,
  LostRace,
  nameKey,
  type World,
} from './batch-context.ts'
import type { IdentityName } from './line.ts'
import {
  type BatchNames,
  countHoldings,
  type FoundAlias,
  type FoundEndpoint,
  type FoundIdentity,
  findAliases,
  findEndpoints,
  findErasedReservations,
  findHeldAddresses,
  findReservations,
  lockIdentities,
  searchInOrder,
} from './look-up-store.ts'

/** Collects the records that the lines of a batch name, each once. Lists of hashes are in hex. */
function askedBy(deps: BatchDeps, lines: Lines): BatchNames {
  const ids = { identity: new Set<string>(), alias: new Set<string>(), endpoint: new Set<string>() }
  const refs = { identity: new Set<string>(), alias: new Set<string>(), endpoint: new Set<string>() }
  const names = new Map<string, BatchNames['names'][number]>()
  const ask = (name: IdentityName | null): void => {
    if (name === null) return
    if ('id' in name) ids.identity.add(name.id)
    else refs.identity.add(name.ref)
  }
  for (const { line } of lines) {
    if (line.ref !== null) refs[line.object].add(line.ref)
    if (line.id !== null) ids[line.object].add(line.id)
    if (line.object !== 'identity') ask(line.identity)
    if (line.object === 'alias' && line.named) names.set(nameKey(line.named), line.named)
  }
  const hashes = (kind: keyof typeof refs) => [...refs[kind]].map((ref) => Buffer.from(hashKey(deps, kind, ref), 'hex'))
  return {
    identity: { ids: [...ids.identity], hashes: hashes('identity') },
    alias: { ids: [...ids.alias], hashes: hashes('alias') },
    endpoint: { ids: [...ids.endpoint], hashes: hashes('endpoint') },
    names: [...names.values()],
  }
}

const untouched = { isMade: false, isChanged: false }
const hex = (hash: Buffer | null): string | null => hash && Buffer.from(hash).toString('hex')

const identityState = (row: FoundIdentity): IdentityState => ({
  ...row,
  ...untouched,
  aliases: 0,
  endpoints: 0,
  capabilities: 0,
  isPrimaryMoved: false,
})
const aliasState = (row: FoundAlias): AliasState => ({ ...row, ...untouched, isReleased: false })
const endpointState = (row: FoundEndpoint): EndpointState => ({
  ...row,
  ...untouched,
  address: null,
  projection: null,
  destination_fingerprint: null,
  isRemoved: false,
})

const byHash = <T extends { reference_hash: Buffer | null }>(states: readonly T[]): Map<string, T> =>
  new Map(states.flatMap((state) => (state.reference_hash ? [[hex(state.reference_hash)!, state] as const] : [])))

/** The capabilities that lines may store, as JSON. */
const capabilitiesOf = (lines: Lines): string[] => [
  ...new Set(
    lines.flatMap(({ line }) => (line.object === 'endpoint' ? [JSON.stringify(line.capabilities ?? [])] : [])),
  ),
]

/** Reads all records that the lines of a batch name, with the identities locked. */
export async function lookUp(deps: BatchDeps, db: Database, lines: Lines): Promise<World> {
  const { owner } = deps
  const asked = askedBy(deps, lines)
  await searchInOrder(db)
  const identities = (await lockIdentities(db, owner, asked)).map(identityState)
  const aliases = (await findAliases(db, owner, asked)).map(aliasState)
  const reservations = [
    ...(await findErasedReservations(db, deps.keyring, owner, asked.names)),
    ...(await findReservations(db, owner, asked.names)),
  ]
  const endpoints = (await findEndpoints(db, owner, asked)).map(endpointState)
  const identityById = new Map(identities.map((state) => [state.id, state]))
  // Stored since the identities were locked, under one that is not.
  if ([...aliases, ...endpoints].some(({ identity_id }) => !identityById.has(identity_id))) throw new LostRace()
  const texts = capabilitiesOf(lines)
  const sizes = texts.length === 0 ? [] : await measureCapabilities(db, texts)
  const world: World = {
    identities: identityById,
    identityByHash: byHash(identities.filter(({ status }) => status !== 'closed')),
    aliases,
    aliasById: new Map(aliases.map((state) => [state.id, state])),
    // A closed or removed record has given up its reference.
    aliasByHash: byHash(aliases.filter(({ status }) => status === 'registered')),
    reservations: new Map(reservations.map((held) => [nameKey(held), held])),
    endpoints,
    endpointByHash: byHash(endpoints.filter(({ removed_at }) => removed_at === null)),
    endpointById: new Map(endpoints.map((state) => [state.id, state])),
    held: await heldBy(db, lines, identities),
    demoted: new Map(),
    sizes: new Map(texts.map((text, index) => [text, sizes[index]!])),
  }
  await count(deps, db, lines, world)
  return world
}

/** Live addresses of the identities, if a line has one. */
async function heldBy(db: Database, lines: Lines, identities: readonly IdentityState[]): Promise<World['held']> {
  const isNamed = lines.some(({ line }) => line.object === 'endpoint' && line.address !== undefined)
  const ids = identities.map(({ id }) => id)
  const addresses = isNamed && ids.length > 0 ? await findHeldAddresses(db, ids) : []
  return new Map(Map.groupBy(addresses, ({ identity_id }) => identity_id))
}

/** Counts the records of the identities, if a line may need space in them. */
async function count(deps: BatchDeps, db: Database, lines: Lines, world: World): Promise<void> {
  if (!lines.some(({ line }) => needsRoom(deps, world, line))) return
  for (const holding of await countHoldings(db, [...world.identities.keys()]))
    Object.assign(world.identities.get(holding.id)!, holding)
}

function needsRoom(deps: BatchDeps, world: World, line: Lines[number]['line']): boolean {
  if (line.object === 'identity') return false
  if (line.object === 'endpoint') {
    const found =
      line.ref === null
        ? world.endpointById.get(line.id!)
        : world.endpointByHash.get(hashKey(deps, 'endpoint', line.ref))
    return !found || !isSameCapabilities(line.capabilities, readCapabilities(found.capabilities))
  }
  if (line.named === null || line.isReleased || line.id !== null) return false
  return (world.reservations.get(nameKey(line.named))?.own ?? null) === null
}
