import { readTexts } from '../kernel/stored.ts'
import { type NeedOf, noProofNeeded } from '../ownership/proofs/needs.ts'
import type { ProofFacts } from './policy.ts'
import type { LookUp, ResolutionFacts } from './store.ts'

/** No record has this id. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * INVARIANT (uniform denial): one statement, with parameters of one shape, for every outcome: what isn't there is a LEFT
 * JOIN that finds nothing. Values are bound, never written into the text.
 *
 * INVARIANT (hidden reads like absent): the inner query finds rows and judges `may`; the outer one takes every column of
 * what may not be disclosed away, so that a hidden alias gives the row of an absent one and its snapshot is never read off
 * the disk. `may` only takes away: the policy judges whatever is left. `offset 0` keeps the two apart, so that `may` is
 * judged once. Where there is no alias, an identity, its consumer and a grant that nobody has are looked for: a request that
 * shares the statement with another one's takes as long for an absent alias as for a hidden one.
 *
 * INVARIANT (suspended consumer): its identities resolve for nobody from the very next look-up on, on replicas too.
 *
 * Where the operator requires proofs (`needs` names the parameter), one that is missing is another reason of `may`.
 */
const statementAt = (moment: string, process = '', needs: string | null = null) => `
select f.ord,
  case when f.may then f.alias_id end, case when f.may then f.alias_level end,
  case when f.may then f.identity_id end, case when f.may then f.identity_type end,
  case when f.may then f.grant_id end, f.covers_all and f.may,
  case when f.may then f.covers_aliases end, case when f.may then f.covers_endpoints end,
  f.has_open_request,
  case when f.may then f.card end, case when f.may then f.consumer_id end,
  case when f.may then encode(f.mark, 'base64') end${process}${
    needs === null
      ? ''
      : `,
  case when f.may then f.verification end, case when f.may then f.verified_method end, f.is_over, f.attests`
  }
from (
  select q.ord, a.id as alias_id, a.privacy_level as alias_level, a.mark, i.id as identity_id, i.type as identity_type,
    i.consumer_id, i.card,
    g.id as grant_id, g.covers_all, g.covers_aliases, g.covers_endpoints, r.id is not null as has_open_request,${
      needs === null ? '' : proofColumns(moment)
    }
    case
      when i.status = 'active' and k.suspended_at is null${needs === null ? '' : ` and ${isShown(moment)}`} then case a.privacy_level
        when 'public' then true
        when 'unlisted' then true
        when 'consent_required' then g.id is not null and (g.covers_all or a.id = any(g.covers_aliases))
        else false
      end
      else false
    end as may
  from unnest($1::bool[], $2::text[], $3::text[], $4::text[], $5::uuid[]${needs === null ? '' : `, ${needs}::text[]`})
    with ordinality as q (livemode, type, skeleton, value, consumer_id${needs === null ? '' : ', need'}, ord)
  left join alias a on a.livemode = q.livemode and a.type = q.type and a.skeleton = q.skeleton
    and a.status = 'registered' and a.released_at is null and a.value = q.value
  left join identity i on i.id = coalesce(a.identity_id, '${nobody}') and i.livemode = q.livemode
  left join consumer k on k.id = coalesce(i.consumer_id, '${nobody}')
  left join consent_grant g on g.identity_id = coalesce(a.identity_id, '${nobody}')
    and g.consumer_id = q.consumer_id and g.livemode = q.livemode and g.status = 'active' and g.revoked_at is null
    and (g.expires_at is null or g.expires_at > ${moment} and g.expires_at < '10000-01-01Z')
  left join consent_request r on r.consumer_id = q.consumer_id and r.livemode = q.livemode and r.type = q.type
    and r.value = q.value and r.open and r.expires_at > ${moment}
    and r.expires_at < '10000-01-01Z'
  offset 0
) f`

const isOver = (moment: string) =>
  `coalesce(a.proof_expires_at <= ${moment} or a.proof_expires_at >= '10000-01-01Z', false)`

const proofColumns = (moment: string) => `
    a.verification, a.verified_method, ${isOver(moment)} as is_over, coalesce(k.attests, false) as attests,`

const isShown = (moment: string) => `case when q.need = 'none' then true else case a.verification
        when 'attested' then coalesce(k.attests, false)
        when 'proved' then not ${isOver(moment)} and (q.need = 'any' or coalesce(a.verified_method = 'well_known', false))
        else false end end`

/** On the primary, which judges by its own clock. */
export const primaryStatement = statementAt('now()')

/** On a replica, by the primary's time. Last comes who answered: a pooler could ask one server and read from another. */
export const replicaStatement = statementAt('$6::timestamptz', ', pg_backend_pid()')

/** Where proofs are required. */
const provenStatement = statementAt('now()', ', null', '$6')
const provenReplicaStatement = statementAt('$7::timestamptz', ', pg_backend_pid()', '$6')

/** The parameters of both. */
export const boundValues = (lookUps: readonly LookUp[]): unknown[] => [
  lookUps.map((lookUp) => lookUp.livemode),
  lookUps.map((lookUp) => lookUp.type),
  lookUps.map((lookUp) => lookUp.skeleton),
  lookUps.map((lookUp) => lookUp.value),
  lookUps.map((lookUp) => lookUp.consumerId),
]

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
  isOver?: boolean,
  attests?: boolean,
]

/** The one read as it is asked: its texts, its parameters, its rows. */
export type Statements = {
  readonly primary: string
  readonly replica: string
  values(lookUps: readonly LookUp[]): unknown[]
  read(lookUps: readonly LookUp[], rows: readonly Row[]): ResolutionFacts[]
}

/** The read where `needOf` says what aliases must show; null where nothing is required. */
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

/** INVARIANT (one row each): a look-up meets at most one alias, identity, active grant and open request, by their indexes. */
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

/** The joins meet rows of the look-up's own environment alone, registered aliases and grants that are in force. */
function readRow(row: Row, livemode: boolean, need: ResolutionFacts['need']): ResolutionFacts {
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

/** Left out where the statement did not ask. */
function proofOf([, , , , , , , , , , , , , , verification, method, isOver, attests]: Row): { proof?: ProofFacts } {
  if (verification == null) return {}
  return { proof: { verification, method: method ?? null, isOver: isOver !== false, attests: attests === true } }
}
