import { noId } from '../kernel/id.ts'
import { privacyLevels, privacyRules, type Visibility } from '../kernel/privacy.ts'

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
export const provenStatement = statementAt('now()', ', null', '$6')
export const provenReplicaStatement = statementAt('$7::timestamptz', ', pg_backend_pid()', '$6')

/** The parameters of both statements. */
export const boundValues = (lookUps: readonly LookUp[]): unknown[] => [
  lookUps.map((lookUp) => lookUp.livemode),
  lookUps.map((lookUp) => lookUp.type),
  lookUps.map((lookUp) => lookUp.skeleton),
  lookUps.map((lookUp) => lookUp.value),
  lookUps.map((lookUp) => lookUp.consumerId),
]
