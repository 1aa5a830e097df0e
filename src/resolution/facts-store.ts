import type { Pool } from 'pg'
import type { ReadOn } from '../database/read-index/connection-store.ts'
import { Refused } from '../database/read-index/reads.ts'
import { noId } from '../kernel/id.ts'
import { privacyLevels, privacyRules, type Visibility } from '../kernel/privacy.ts'
import { readTexts } from '../kernel/stored.ts'
import { type NeedOf, noProofNeeded, type ProofNeed } from '../ownership/proofs/needs.ts'
import type { AliasFacts, GrantFacts, IdentityFacts, ProofFacts } from './policy.ts'

/** A normalized alias and its caller. The caller's consumer is a key column: grants come in the same statement. */
export type LookUp = {
  readonly livemode: boolean
  readonly type: string
  readonly value: string
  readonly skeleton: string
  readonly consumerId: string
}

const visibleWhen: Record<Exclude<Visibility, 'never'>, string> = {
  always: 'true',
  granted: 'g.id is not null and (g.covers_all or a.id = any(g.covers_aliases))',
}

/** The policy's rule on the level of an alias as SQL, from the same table. A level without a branch shows nothing. */
const visibleLevels = privacyLevels
  .flatMap((level) => {
    const { alias } = privacyRules[level]
    return alias === 'never' ? [] : [`when '${level}' then ${visibleWhen[alias]}`]
  })
  .join('\n        ')

/**
 * INVARIANT (uniform denial): one statement, with parameters of one shape, for every outcome: a missing record is a LEFT
 * JOIN that finds nothing. Values are bound, never written into the text.
 *
 * INVARIANT (hidden reads like absent): the inner query finds rows and computes `may`; the outer one blanks every column
 * of a hidden alias, so that its row equals the row of an absent one and its snapshot is never read off the disk. `may`
 * only removes: the policy decides on the rest. `offset 0` keeps the two queries apart, so that `may` is computed once.
 * Without an alias, an identity, a consumer and a grant with the id of nobody are looked up: a request that shares the
 * statement with another one takes as long for an absent alias as for a hidden one.
 *
 * INVARIANT (suspended consumer): its identities resolve for nobody from the very next look-up on, on replicas too.
 *
 * Where the operator requires proofs (`needs` names the parameter), `may` requires the alias's proof as well.
 */
const statementAt = (moment: string, process = '', needs: string | null = null) => `
select f.ord,
  case when f.may then f.alias_id end, case when f.may then f.alias_level end,
  case when f.may then f.identity_id end, case when f.may then f.identity_type end,
  case when f.may then f.grant_id end, f.covers_all and f.may,
  case when f.may then f.covers_aliases end, case when f.may then f.covers_endpoints end,
  f.has_open_request,
  case when f.may then f.snapshot end, case when f.may then f.consumer_id end,
  case when f.may then encode(f.mark, 'base64') end${process}${
    needs === null
      ? ''
      : `,
  case when f.may then f.verification end, case when f.may then f.verified_method end, f.is_over, f.attests`
  }
from (
  select q.ord, a.id as alias_id, a.privacy_level as alias_level, a.mark, i.id as identity_id, i.type as identity_type,
    i.consumer_id, i.snapshot,
    g.id as grant_id, g.covers_all, g.covers_aliases, g.covers_endpoints, r.id is not null as has_open_request,${
      needs === null ? '' : proofColumns(moment)
    }
    case
      when i.status = 'active' and k.suspended_at is null${needs === null ? '' : ` and ${isProved(moment)}`} then case a.privacy_level
        ${visibleLevels}
        else false
      end
      else false
    end as may
  from unnest($1::bool[], $2::text[], $3::text[], $4::text[], $5::uuid[]${needs === null ? '' : `, ${needs}::text[]`})
    with ordinality as q (livemode, type, skeleton, value, consumer_id${needs === null ? '' : ', need'}, ord)
  left join alias a on a.livemode = q.livemode and a.type = q.type and a.skeleton = q.skeleton
    and a.status = 'registered' and a.released_at is null and a.value = q.value
  left join identity i on i.id = coalesce(a.identity_id, '${noId}') and i.livemode = q.livemode
  left join consumer k on k.id = coalesce(i.consumer_id, '${noId}')
  left join consent_grant g on g.identity_id = coalesce(a.identity_id, '${noId}')
    and g.consumer_id = q.consumer_id and g.livemode = q.livemode and g.status = 'active' and g.revoked_at is null
    and (g.expires_at is null or g.expires_at > ${moment} and g.expires_at < '10000-01-01Z')
  left join consent_request r on r.consumer_id = q.consumer_id and r.livemode = q.livemode and r.type = q.type
    and r.value = q.value and r.open and r.expires_at > ${moment}
    and r.expires_at < '10000-01-01Z'
  offset 0
) f`

const isExpired = (moment: string) =>
  `coalesce(a.proof_expires_at <= ${moment} or a.proof_expires_at >= '10000-01-01Z', false)`

const proofColumns = (moment: string) => `
    a.verification, a.verified_method, ${isExpired(moment)} as is_over, coalesce(k.attests, false) as attests,`

const isProved = (moment: string) => `case when q.need = 'none' then true else case a.verification
        when 'attested' then coalesce(k.attests, false)
        when 'proved' then not ${isExpired(moment)} and (q.need = 'any' or coalesce(a.verified_method = 'well_known', false))
        else false end end`

/** On the primary, which decides expiries by its own clock. */
export const primaryStatement = statementAt('now()')

/** On a replica, by the primary's time. The last column is the answering process: a pooler could switch servers. */
export const replicaStatement = statementAt('$6::timestamptz', ', pg_backend_pid()')

/** Proofs are required. */
const provenStatement = statementAt('now()', ', null', '$6')
const provenReplicaStatement = statementAt('$7::timestamptz', ', pg_backend_pid()', '$6')

/** The parameters of both statements. */
export const boundValues = (lookUps: readonly LookUp[]): unknown[] => [
  lookUps.map((lookUp) => lookUp.livemode),
  lookUps.map((lookUp) => lookUp.type),
  lookUps.map((lookUp) => lookUp.skeleton),
  lookUps.map((lookUp) => lookUp.value),
  lookUps.map((lookUp) => lookUp.consumerId),
]

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
