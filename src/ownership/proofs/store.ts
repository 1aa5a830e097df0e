import { sql } from 'kysely'
import type { Database, RowOf } from '../../database/orm.ts'
import type { IdentityOwned } from '../../registry/record-store.ts'
import { lockIdentities } from '../claims/transfer-store.ts'

export type DueProof = Pick<
  RowOf<'domain_proof'>,
  'alias_id' | 'livemode' | 'identity_id' | 'method' | 'token' | 'subject_id'
> & { consumer_id: string; value: string }

/** `subjectId`: the alias or claim that the domain was asked to authorize. */
type Proof = { method: string; token: string; subjectId: string }

/** Stores the domain's proof, to be checked again. */
export async function keepProof(
  db: Database,
  alias: IdentityOwned & { livemode: boolean },
  { method, token, subjectId }: Proof,
  checkSeconds: number,
): Promise<void> {
  await sql`
    insert into domain_proof (alias_id, livemode, identity_id, method, token, subject_id, next_check_at)
    values (${alias.id}, ${alias.livemode}, ${alias.identity_id}, ${method}, ${token}, ${subjectId},
      now() + ${checkSeconds}::float8 * interval '1 second')
    on conflict (alias_id) do update
      set method = excluded.method, token = excluded.token, subject_id = excluded.subject_id,
        next_check_at = excluded.next_check_at, failing_since = null`.execute(db)
}

/** Takes proofs that are due: each is postponed, so that no other worker checks it meanwhile. */
export async function takeDueProofs(db: Database, limit: number, leaseSeconds: number): Promise<DueProof[]> {
  const { rows } = await sql<DueProof>`
    with due as (
      select alias_id from domain_proof where next_check_at <= now()
      order by next_check_at limit ${limit} for update skip locked
    )
    update domain_proof p set next_check_at = now() + ${leaseSeconds}::float8 * interval '1 second'
    from due, alias a, identity i
    where p.alias_id = due.alias_id and a.id = p.alias_id and i.id = a.identity_id
    returning p.alias_id, p.livemode, p.identity_id, i.consumer_id, a.value, p.method, p.token, p.subject_id`.execute(
    db,
  )
  return rows
}

/**
 * Stores the result of a check, if the proof is unchanged. @returns true if it has failed for the longest allowed time
 */
export async function noteLook(
  db: Database,
  { alias_id: aliasId, token }: Pick<DueProof, 'alias_id' | 'token'>,
  isShown: boolean,
  seconds: { next: number; grace: number },
): Promise<boolean> {
  const { rows } = await sql<{ is_over: boolean | null }>`
    update domain_proof set
      failing_since = case when ${isShown} then null else coalesce(failing_since, now()) end,
      next_check_at = now() + ${seconds.next}::float8 * interval '1 second'
    where alias_id = ${aliasId} and token = ${token}
    returning failing_since <= now() - ${seconds.grace}::float8 * interval '1 second' as is_over`.execute(db)
  return rows[0]?.is_over === true
}

/** Aliases whose proof has expired, the longest expired first. */
export async function findExpired(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
): Promise<IdentityOwned[]> {
  const { rows } = await sql<IdentityOwned>`
    select id, identity_id from alias where proof_expires_at <= now()
    order by proof_expires_at, id offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export type Unproved = Pick<RowOf<'alias'>, 'id' | 'identity_id' | 'type' | 'status' | 'livemode'> & {
  consumer_id: string
}

/** Withdraws a proof, under the lock of the alias's identity. Undefined if it is gone already. */
export async function unprove(
  db: Database,
  { id, identity_id: identityId }: IdentityOwned,
  token: string | null,
): Promise<Unproved | undefined> {
  await lockIdentities(db, [identityId])
  const { rows } = await sql<Unproved>`
    update alias a set verification = 'none', verified_at = null, verified_method = null, proof_expires_at = null, updated_at = now()
    from identity i
    where a.id = ${id} and a.identity_id = ${identityId} and i.id = a.identity_id
      and (a.proof_expires_at <= now() or exists (select from domain_proof p where p.alias_id = a.id and p.token = ${token}))
    returning a.id, a.identity_id, a.type, a.status, i.consumer_id, a.livemode`.execute(db)
  if (rows.length > 0) await sql`delete from domain_proof where alias_id = ${id}`.execute(db)
  return rows[0]
}

/** Deletes the due proofs of released aliases: those that aren't due may be many, and are left unread. */
export async function dropReleased(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from domain_proof where alias_id in (
      select p.alias_id from domain_proof p join alias a on a.id = p.alias_id
      where p.next_check_at <= now() and a.status <> 'registered' limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
