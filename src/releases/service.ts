import type { Limits } from '../access/quotas/service.ts'
import { purposeLimit } from '../consent/grants/service.ts'
import type { Database } from '../database/orm.ts'
import { inTransaction } from '../database/retry.ts'
import { fromDatabase } from '../database/violations.ts'
import { bound } from '../kernel/bound.ts'
import { type Call, type Owner, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { decodeId } from '../kernel/id.ts'
import { optionalText, present, requireId } from '../kernel/input.ts'
import { type AliasInput, readAliasInput } from '../registry/aliases/input.ts'
import { createTokens } from '../resolution/tokens.ts'
import type { Change, Write } from '../unit-of-work/write.ts'
import type { Keyring } from '../vault/keyring.ts'
import { findSealingKey } from './keys/store.ts'
import { grantOf, type Making, notFound, type Permitted } from './making.ts'
import { type Opener, releaseSeconds } from './opener.ts'
import type { Asking } from './opening/asking.ts'
import { addJob } from './opening/job-store.ts'
import { type ReleaseRecord, recordOf } from './record.ts'
import { dropRelease, findRelease, insertRelease } from './store.ts'

export type ReleaseInput = AliasInput & {
  endpoint: string
  token?: string | null | undefined
  sealingKey: string
  /** Read by nobody yet, and so not kept: docs/decisions has why. */
  purpose?: string | null | undefined
  reference?: string | null | undefined
}

export const referenceLimit = 140

/** Who opens: this process, or the opener's, which is asked. Null where addresses are sealed to a key and no opener is named. */
export type ReleaseMode =
  | { readonly opener: Opener; readonly requireRoom: (holder: Owner) => void }
  | { readonly asking: Asking }
  | null

type Deps = {
  db: Database
  write: Write
  newId: () => string
  keyring: Keyring
  limits: Pick<Limits, 'admitGuesses' | 'admitRelease'>
  defaultRegion: string | undefined
  making: Making
  mode: ReleaseMode
}

/** Told what permitted a release that is about to commit. */
type Note = (policy: Permitted['policy']) => void

type ReadInput = {
  alias: ReturnType<typeof readAliasInput>
  endpointId: string | null
  keyId: string
  token: string | null
  reference: string | null
}

/** What came of those that were asked for. A refusal is a refusal, whatever is behind it. */
export type ReleaseCounts = Record<Permitted['policy'] | 'refused', number>

type Context = Deps & { tokenOf: ReturnType<typeof createTokens>; counts: ReleaseCounts }

const readInput = ({ defaultRegion }: Context, input: ReleaseInput): ReadInput => {
  optionalText(input.purpose, 'purpose', purposeLimit)
  return {
    alias: readAliasInput({ alias: input.alias, type: input.type, value: input.value }, defaultRegion),
    endpointId: decodeId('endpoint', input.endpoint),
    token: optionalText(input.token, 'token', 100),
    reference: optionalText(input.reference, 'reference', referenceLimit),
    keyId: requireId('sealingKey', input.sealingKey),
  }
}

/** INVARIANT (one judgement): it is the same whoever opens: what is refused never reaches an opener, or a wait for one. */
async function make(
  { making, tokenOf, newId, mode }: Context,
  change: Change,
  call: Call,
  input: ReadInput,
  note: Note,
): Promise<ReleaseRecord> {
  const { caller, requestId } = call
  await making.requireKey(change.db, caller, input.keyId, 'none')
  const permitted = await making.permit(change.db, caller, input)
  const { endpoint, identity, alias, grant } = permitted
  if (input.token !== null && input.token !== tokenOf(caller, endpoint, grant)) throw notFound()
  const key = await making.requireKey(change.db, caller, input.keyId, 'share')
  const id = newId()
  const { reference } = input
  const order = { id, holder: caller, requestId, reference, permitted, key }
  const jwe = mode !== null && 'opener' in mode ? await making.handOut(change, mode.opener, order) : null
  const row = await insertRelease(change.db, {
    id,
    livemode: caller.livemode,
    consumer_id: caller.consumerId,
    identity_id: identity.id,
    alias_id: alias.id,
    endpoint_id: endpoint.id,
    grant_id: jwe === null ? null : grantOf(permitted),
    sealing_key_id: key.id,
    status: jwe === null ? 'pending' : 'ready',
    jwe,
    seconds: releaseSeconds,
  })
  if (mode !== null && 'asking' in mode) {
    const sealed = reference === null ? null : await mode.asking.sealReference(id, caller.livemode, reference)
    await addJob(change.db, { id, requestId, reference: sealed })
  }
  note(permitted.policy)
  return recordOf(call, row, jwe)
}

/** Judged again, whatever its state: what was taken away meanwhile is gone from the row, and read again under the locks. */
async function judgeAgain({ making }: Context, on: Database, call: Call, uuid: string) {
  const found = present(await findRelease(on, call.caller, uuid))
  const facts = await making.facts(on, call.caller, { alias: { id: found.alias_id }, endpointId: found.endpoint_id })
  const key = await findSealingKey(on, call.caller, found.sealing_key_id, 'share')
  const row = present(await findRelease(on, call.caller, uuid))
  const isPermitted = (await making.judge(facts)) !== null && key?.isUsable === true
  const isOpen = row.jwe !== null || row.status === 'pending'
  if (!isOpen || (!row.is_over && isPermitted)) return { record: recordOf(call, row, row.jwe), isPermitted }
  const status = row.is_over && row.status !== 'pending' ? 'expired' : 'failed'
  await dropRelease(on, row.id, status)
  return { record: recordOf(call, row, null, status), isPermitted }
}

const readJudged = (context: Context, call: Call, uuid: string) =>
  inTransaction(context.db, (trx) => judgeAgain(context, trx, call, uuid)).catch((error) => {
    throw fromDatabase(error)
  })

async function readOrNull(context: Context, call: Call, uuid: string | null): Promise<ReleaseRecord | null> {
  if (uuid === null) return null
  try {
    return (await readJudged(context, call, uuid)).record
  } catch (error) {
    if (error instanceof SignpostError && error.code === 'resource_missing') return null
    throw error
  }
}

/** What the opener made of it by now. A replay repeats no sealed text. @throws release_not_found when it refused */
async function settled(context: Context, call: Call, asking: Asking, made: ReleaseRecord): Promise<ReleaseRecord> {
  const uuid = requireId('release', made.id)
  if (!call.replayed) await asking.settle(uuid)
  const { record, isPermitted } = await readJudged(context, call, uuid)
  if (record.status === 'failed' && !isPermitted) throw notFound()
  return call.replayed ? { ...record, requestId: made.requestId, jwe: null } : record
}

/**
 * Hands out an endpoint's address, sealed to the caller's key; where another process opens it, the release may be pending.
 * @throws SignpostError release_not_found for every refusal, whatever the reason
 */
async function create(context: Context, call: Call, input: ReleaseInput): Promise<ReleaseRecord> {
  requireScope(call, 'release')
  const read = readInput(context, input)
  if (context.mode === null) throw new SignpostError('service_unavailable', { retryAfter: 60 })
  await context.limits.admitRelease(call, read.endpointId ?? 'malformed')
  if ('opener' in context.mode) context.mode.requireRoom(call.caller)
  const admission = await context.limits.admitGuesses(call, 1)
  let missed = 0
  try {
    const told: { policy: Permitted['policy'] | null } = { policy: null }
    const made = await context.write(call, (change) =>
      make(context, change, call, read, (policy) => (told.policy = policy)),
    )
    // A replay makes nothing.
    if (told.policy !== null) context.counts[told.policy]++
    return 'asking' in context.mode ? await settled(context, call, context.mode.asking, made) : made
  } catch (error) {
    if (error instanceof SignpostError && error.code === 'release_not_found') {
      missed = 1
      context.counts.refused++
      if (call.release === 'at once') call.release = 'single'
    }
    throw error
  } finally {
    admission.settle(missed)
  }
}

/**
 * By public ids, each judged again, until ten minutes after it was ready, as long as what permitted it holds. Null for each
 * that is absent, malformed or not the caller's.
 */
async function byIds(context: Context, call: Call, ids: readonly string[]): Promise<(ReleaseRecord | null)[]> {
  requireScope(call, 'release')
  const records: (ReleaseRecord | null)[] = []
  for (const id of ids) records.push(await readOrNull(context, call, decodeId('release', id)))
  return records
}

export function createReleases(deps: Deps) {
  const tokenOf = createTokens(deps.keyring)
  const counts: ReleaseCounts = { granted: 0, public: 0, refused: 0 }
  const context: Context = { ...deps, tokenOf, counts }
  return { counts: counts as Readonly<ReleaseCounts>, ...bound(context, { create, byIds }) }
}

export type Releases = ReturnType<typeof createReleases>
