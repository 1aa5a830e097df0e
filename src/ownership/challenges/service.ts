import type { Limits } from '../../access/quotas/service.ts'
import { bound, type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { present, requireId, requireString } from '../../kernel/input.ts'
import { recordsByIds } from '../../kernel/page.ts'
import { createPool } from '../../kernel/queue-bounds.ts'
import { lockAlias } from '../../registry/aliases/changes.ts'
import { readAliasStatus } from '../../registry/aliases/record.ts'
import { type Answering, judgeCode, look } from './answering.ts'
import { type ChallengeIssuer, requireMethod } from './issue.ts'
import { type ChallengeRecord, challengeRecord } from './record.ts'
import { type ChallengeMethod, challengeMethods, channelOf, looksUnderWay, readChallengeStatus } from './rules.ts'
import { findChallenges } from './store.ts'

type Deps = Omit<Answering, 'looks'> & {
  challengeIssuer: ChallengeIssuer
  /** A wrong answer counts as a guess. */
  limits: Pick<Limits, 'admitGuesses'>
}

/** Counts outcomes of answers to challenges, domain checks included. */
export type AnswerCounts = Record<'met' | 'wrong' | 'limited', number>

type Context = Deps & Answering & { counts: AnswerCounts }

/** Makes a challenge for an alias of the caller's. @throws SignpostError challenge_limit · challenge_sender_missing */
async function create(
  context: Context,
  call: Call,
  aliasId: string,
  { method: sent }: { method: string },
): Promise<ChallengeRecord> {
  requireScope(call, 'aliases:write')
  const method = requireMethod(sent, challengeMethods)
  const uuid = requireId('alias', aliasId)
  const row = await context.write(call, async (change) => {
    const { row: alias } = await lockAlias(change.db, call.caller, uuid)
    if (readAliasStatus(alias) !== 'registered') throw new SignpostError('alias_released')
    const { id, type, value, identity_id } = alias
    const subject = { type, value, identity_id, alias_id: id, claim_id: null }
    return context.challengeIssuer.make(change.db, call, subject, 'prove', method)
  })
  context.challengeIssuer.deliver(call, row)
  return challengeRecord(context.authorizations, row)
}

/** Evaluates an answer, or checks what the domain publishes. A wrong one is no error: it takes one attempt. */
async function answer(
  context: Context,
  call: Call,
  id: string,
  { code }: { code?: string | null | undefined },
): Promise<ChallengeRecord> {
  requireScope(call, 'aliases:write')
  if (code != null) requireString(code, 'code')
  const uuid = requireId('challenge', id)
  const [found] = await findChallenges(context.db, call.caller, [uuid])
  const { method, livemode } = present(found)
  const isCode = channelOf(method as ChallengeMethod) !== null || (!livemode && code != null)
  if (isCode && code == null) throw new SignpostError('parameter_missing', { param: 'code' })
  // Under an Idempotency-Key the refusal is an outcome, which the transaction stores.
  if (!call.idempotency && readChallengeStatus(found!) !== 'pending') throw new SignpostError('challenge_closed')
  const admission = await context.limits.admitGuesses(call, 1)
  let isWrong = false
  try {
    const row = isCode
      ? await context.write(call, (change) => judgeCode(context, change, call, uuid, code!))
      : await look(context, call, uuid)
    isWrong = row.status !== 'met' && !call.replayed
    if (!call.replayed) context.counts[isWrong ? 'wrong' : 'met']++
    if (isWrong && call.release === 'at once') call.release = 'single'
    return challengeRecord(context.authorizations, row)
  } catch (error) {
    if (error instanceof SignpostError && error.code === 'challenge_limit') context.counts.limited++
    throw error
  } finally {
    admission.settle(isWrong ? 1 : 0)
  }
}

/** Records for public ids, null for each that is absent, malformed or not the caller's. */
async function byIds(context: Context, call: Call, ids: readonly string[]): Promise<(ChallengeRecord | null)[]> {
  requireScope(call, 'aliases:write')
  const find = (uuids: string[]) => findChallenges(context.db, call.caller, uuids)
  return recordsByIds('challenge', ids, find, (row) => challengeRecord(context.authorizations, row))
}

export function createChallenges(deps: Deps) {
  const counts: AnswerCounts = { met: 0, wrong: 0, limited: 0 }
  const context: Context = { ...deps, looks: createPool(looksUnderWay), counts }
  return { counts: counts as Readonly<AnswerCounts>, ...bound(context, { create, answer, byIds }) }
}
