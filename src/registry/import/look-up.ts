import type { Database } from '../../database/orm.ts'
import { isSameCapabilities, readCapabilities } from '../endpoints/capability.ts'
import { measureCapabilities } from '../endpoints/capability-store.ts'
import type { NotedKind } from '../notes/sealing.ts'
import {
  type AliasState,
  type BatchDeps,
  type EndpointState,
  hashKey,
  type IdentityState,
  LostRace,
  nameKey,
  Records,
  type World,
} from './batch-context.ts'
import type { Named, Patch } from './line.ts'
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

type Lines = readonly Patch[]

/** Collects the records that the lines of a batch name, each once. */
function askedBy(deps: BatchDeps, lines: Lines): BatchNames {
  const none = () => ({ ids: new Set<string>(), refs: new Set<string>() })
  const asked: Record<NotedKind, ReturnType<typeof none>> = { identity: none(), alias: none(), endpoint: none() }
  const names = new Map<string, BatchNames['names'][number]>()
  const ask = (kind: NotedKind, { ref, id }: Named): void => {
    if (ref !== null) asked[kind].refs.add(ref)
    if (id !== null) asked[kind].ids.add(id)
  }
  for (const line of lines) {
    ask(line.object, line)
    if (line.object !== 'identity' && line.identity) ask('identity', line.identity)
    if (line.object === 'alias' && line.named) names.set(nameKey(line.named), line.named)
  }
  const askedOf = (kind: NotedKind) => ({
    ids: [...asked[kind].ids],
    hashes: Array.from(asked[kind].refs, (ref) => Buffer.from(hashKey(deps, kind, ref), 'hex')),
  })
  return {
    identity: askedOf('identity'),
    alias: askedOf('alias'),
    endpoint: askedOf('endpoint'),
    names: [...names.values()],
  }
}

const untouched = { isMade: false, isChanged: false }

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

/** The capabilities that lines may store, as JSON. */
const capabilitiesOf = (lines: Lines): string[] => [
  ...new Set(lines.flatMap((line) => (line.object === 'endpoint' ? [JSON.stringify(line.capabilities ?? [])] : []))),
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
  const ids = new Set(identities.map(({ id }) => id))
  // Stored since the identities were locked, under one that is not.
  if ([...aliases, ...endpoints].some(({ identity_id }) => !ids.has(identity_id))) throw new LostRace()
  const world: World = {
    identities: new Records('identity', identities, ({ status }) => status !== 'closed'),
    aliases: new Records('alias', aliases, ({ status }) => status === 'registered'),
    endpoints: new Records('endpoint', endpoints, ({ removed_at }) => removed_at === null),
    reservations: new Map(reservations.map((held) => [nameKey(held), held])),
    held: await heldBy(db, lines, [...ids]),
    demoted: [],
    sizes: await measureCapabilities(db, capabilitiesOf(lines)),
  }
  await count(deps, db, lines, world)
  return world
}

/** Live addresses of the identities, if a line has one. */
async function heldBy(db: Database, lines: Lines, ids: readonly string[]): Promise<World['held']> {
  const isNamed = lines.some((line) => line.object === 'endpoint' && line.address !== undefined)
  const addresses = isNamed && ids.length > 0 ? await findHeldAddresses(db, ids) : []
  return new Map(Map.groupBy(addresses, ({ identity_id }) => identity_id))
}

/** Counts the records of the identities, if a line may need space in them. */
async function count(deps: BatchDeps, db: Database, lines: Lines, world: World): Promise<void> {
  if (!lines.some((line) => needsRoom(deps, world, line))) return
  for (const holding of await countHoldings(db, [...world.identities.byId.keys()]))
    Object.assign(world.identities.byId.get(holding.id)!, holding)
}

function needsRoom(deps: BatchDeps, world: World, line: Patch): boolean {
  if (line.object === 'identity') return false
  if (line.object === 'endpoint') {
    const found = world.endpoints.find(deps, line)
    return !found || !isSameCapabilities(line.capabilities, readCapabilities(found.capabilities))
  }
  if (line.named === null || line.isReleased || line.id !== null) return false
  return (world.reservations.get(nameKey(line.named))?.own ?? null) === null
}
