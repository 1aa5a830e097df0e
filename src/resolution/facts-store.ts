import type { Pool } from 'pg'
import type { ReadOn } from '../database/read-index/connection-store.ts'
import { Refused } from '../database/read-index/reads.ts'
import { readNumber, readText, readTexts } from '../kernel/stored.ts'
import { type NeedOf, noProofNeeded, type ProofNeed } from '../ownership/proofs/needs.ts'
import type { Capability } from '../registry/endpoints/capability.ts'
import { readSnapshot, type SnapshotCapability, type SnapshotEntry } from '../registry/endpoints/snapshot-store.ts'
import type { AliasFacts, EndpointFacts, GrantFacts, IdentityFacts, ProofFacts } from './policy.ts'
import {
  boundValues,
  type LookUp,
  primaryStatement,
  provenReplicaStatement,
  provenStatement,
  replicaStatement,
} from './statement-store.ts'

export type ResolvableEndpoint = EndpointFacts & {
  readonly type: string
  readonly capabilities: readonly Capability[]
  /** Sealed, in base64: opened only after a `resolved` verdict. */
  readonly projection: string | null
  /** The mark of its capabilities, in base64. */
  readonly mark: string | null
}

/** All facts that the policy may need, in one shape whether or not a record exists. Ids are uuids. */
export type ResolutionFacts = {
  /** With its mark, in base64. */
  alias: (AliasFacts & { mark: string | null }) | null
  /** With its owner. */
  identity: (IdentityFacts & { type: string; consumerId: string }) | null
  grant: (GrantFacts & { id: string }) | null
  hasOpenRequest: boolean
  /** The proof that the alias must have: by the look-up and the configuration alone. */
  need: ProofNeed
  /** The stored endpoints: `endpointsOf` reads them. */
  snapshot: string | null
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

export type Row = [
  ord: string,
  aliasId: string | null,
  aliasLevel: string | null,
  identityId: string | null,
  identityType: string,
  grantId: string | null,
  coversAll: boolean | null,
  coversAliases: unknown[] | null,
  coversEndpoints: unknown[] | null,
  hasOpenRequest: boolean,
  snapshot: string | null,
  ownerId: string,
  mark: string | null,
  process?: number,
  verification?: string | null,
  method?: string | null,
  isExpired?: boolean,
  attests?: boolean,
]

/** The one read of resolve: its texts, its parameters, its rows. */
export type Statements = {
  readonly primary: string
  readonly replica: string
  values(lookUps: readonly LookUp[]): unknown[]
  read(lookUps: readonly LookUp[], rows: readonly Row[]): ResolutionFacts[]
}

/** Builds the read. @param needOf the proof that an alias must have; null where none is required */
export function statementsFor(needOf: NeedOf | null): Statements {
  if (needOf === null)
    return { primary: primaryStatement, replica: replicaStatement, values: boundValues, read: readAll }
  return {
    primary: provenStatement,
    replica: provenReplicaStatement,
    values: (lookUps) => [...boundValues(lookUps), lookUps.map(needOf)],
    read: (lookUps, rows) => readAll(lookUps, rows, needOf),
  }
}

/** INVARIANT (one row each): a look-up finds at most one alias, identity, active grant and open request, by their indexes. */
export function readAll(
  lookUps: readonly LookUp[],
  rows: readonly Row[],
  needOf: NeedOf = noProofNeeded,
): ResolutionFacts[] {
  const all: ResolutionFacts[] = new Array(rows.length)
  for (const row of rows) {
    const at = Number(row[0]) - 1
    const lookUp = lookUps[at]!
    all[at] = readRow(row, lookUp.livemode, needOf(lookUp))
  }
  return all
}

/** The joins find only rows of the look-up's environment, registered aliases and grants in force. */
function readRow(row: Row, livemode: boolean, need: ProofNeed): ResolutionFacts {
  const [, aliasId, privacyLevel, identityId, type, grantId, coversAll, aliases, endpoints, hasOpenRequest] = row
  const [snapshot, consumerId, mark] = [row[10], row[11], row[12]]
  return {
    alias:
      aliasId === null ? null : { id: aliasId, livemode, status: 'registered', privacyLevel, mark, ...proofOf(row) },
    identity: identityId === null ? null : { id: identityId, livemode, status: 'active', type, consumerId },
    grant:
      grantId === null
        ? null
        : {
            id: grantId,
            livemode,
            active: true,
            all: coversAll === true,
            aliases: readTexts(aliases),
            endpoints: readTexts(endpoints),
          },
    hasOpenRequest,
    need,
    snapshot,
  }
}

/** Absent where the statement reads no proof. */
function proofOf([, , , , , , , , , , , , , , verification, method, isExpired, attests]: Row): { proof?: ProofFacts } {
  if (verification == null) return {}
  return { proof: { verification, method: method ?? null, isExpired: isExpired !== false, attests: attests === true } }
}

/** Reads a batch on the primary. */
export const readFactsOnPrimary =
  (pool: Pool, statements: Statements) =>
  async (lookUps: readonly LookUp[]): Promise<Row[]> => {
    const { rows } = await pool.query<Row>({
      name: 'resolution-facts',
      text: statements.primary,
      values: statements.values(lookUps),
      rowMode: 'array',
    } as never)
    return rows
  }

/** Reads a batch on a replica. Each row names the process that answered. */
export const readFactsOnReplica =
  (statements: Statements): ReadOn<readonly LookUp[], Row[]> =>
  async (on, batch, at) => {
    const rows = await on.query<Row>({
      name: 'resolution-facts-at',
      text: statements.replica,
      values: [...statements.values(batch), at],
      rowMode: 'array',
    })
    if (!rows.every((row) => on.isDirect(row[13]))) throw new Refused('pooled')
    return rows
  }
