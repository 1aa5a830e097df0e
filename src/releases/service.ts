import type { Limits } from '../access/quotas/service.ts'
import { purposeLimit } from '../consent/grants/input.ts'
import type { Database } from '../database/orm.ts'
import type { ReadLists } from '../database/read-pool.ts'
import { inTransaction } from '../database/retry.ts'
import { throwFromDatabase } from '../database/violations.ts'
import { releaseRequestPayload } from '../events/payload.ts'
import type { Change, Write } from '../events/write.ts'
import { bound, type Call, type Owner, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { decodeId } from '../kernel/id.ts'
import { optionalText, present, requireId } from '../kernel/input.ts'
import { type AliasInput, readAliasInput } from '../registry/aliases/input.ts'
import { tokenOf } from '../resolution/endpoints.ts'
import type { Keyring } from '../vault/keyring.ts'
import { type Authorized, grantOf, type Issuance, notFound } from './issue.ts'
import { lockSealingKey } from './keys/store.ts'
import { type Opener, releaseSeconds } from './opener.ts'
import type { OpenerClient } from './opener-queue/client.ts'
import { addJob } from './opener-queue/store.ts'
import { list, type ReleaseRecord, recordOf, referenceOf } from './record.ts'
import { dropRelease, findRelease, insertRelease } from './store.ts'

export type ReleaseInput = AliasInput & {
  endpoint: string
  token?: string | null | undefined
  sealingKey: string
  /** No reader exists yet, so it is not stored: docs/decisions.md has the reason. */
  purpose?: string | null | undefined
  reference?: string | null | undefined
}

export const referenceLimit = 140

/**
 * The opener: this process, or a separate one, which has a queue. Null if addresses are sealed to a key and no opener
 * is configured.
 */
export type ReleaseMode =
  | { readonly opener: Opener; readonly requireRoom: (holder: Owner) => void }
  | { readonly client: OpenerClient }
  | null

type Deps = {
  db: Database
  write: Write
  newId: () => string
  readLists: ReadLists
  keyring: Keyring
  limits: Pick<Limits, 'admitGuesses' | 'admitRelease'>
  defaultRegion: string | undefined
  issuance: Issuance
  mode: ReleaseMode
}

/** Counts the policy of a release that is about to commit. */
type Note = (policy: Authorized['policy']) => void

type ReadInput = ReturnType<typeof readInput>

/** Outcomes of requested releases. All refusals have one outcome. */
export type ReleaseCounts = Record<Authorized['policy'] | 'refused', number>

type Context = Deps & { counts: ReleaseCounts }

const readInput = ({ defaultRegion }: Context, input: ReleaseInput) => {
  optionalText(input.purpose, 'purpose', purposeLimit)
  return {
    alias: readAliasInput({ alias: input.alias, type: input.type, value: input.value }, defaultRegion),
    endpointId: decodeId('endpoint', input.endpoint),
    token: optionalText(input.token, 'token', 100),
    reference: optionalText(input.reference, 'reference', referenceLimit),
    keyId: requireId('sealingKey', input.sealingKey),
  }
}

/**
 * INVARIANT (one evaluation): it is the same for every opener: a refused release reaches no opener, and waits for none.
 */
async function issue(
  { issuance, keyring, newId, mode }: Context,
  change: Change,
  call: Call,
  input: ReadInput,
  note: Note,
): Promise<ReleaseRecord> {
  const { caller, requestId } = call
  const key = await issuance.requireKey(change.db, caller, input.keyId)
  const authorized = await issuance.authorize(change.db, caller, input)
  const { endpoint, identity, alias, grant } = authorized
  if (input.token !== null && input.token !== tokenOf(keyring, caller, endpoint, grant)) throw notFound()
  const id = newId()
  const { reference } = input
  const request = { id, holder: caller, requestId, reference, authorized, key }
  const jwe = mode !== null && 'opener' in mode ? await issuance.seal(change, mode.opener, request) : null
  const row = await insertRelease(change.db, {
    id,
    livemode: caller.livemode,
    consumer_id: caller.consumerId,
    identity_id: identity.id,
    alias_id: alias.id,
    endpoint_id: endpoint.id,
    grant_id: jwe === null ? null : grantOf(authorized),
    sealing_key_id: key.id,
    status: jwe === null ? 'pending' : 'ready',
    jwe,
    alias_type: alias.type,
    sealed_reference: reference === null ? null : keyring.seal('release_reference', id, caller.livemode, reference),
    seconds: releaseSeconds,
  })
  if (mode !== null && 'client' in mode) {
    const sealed = reference === null ? null : await mode.client.sealReference(id, caller.livemode, reference)
    await addJob(change.db, { id, requestId, reference: sealed })
  }
  change.emit('release.requested', releaseRequestPayload(id))
  note(authorized.policy)
  return recordOf(call, row, { jwe, reference })
}

/** Evaluates a release again, in any state: the row is read again under the locks, so revoked rights count. */
async function evaluateAgain(context: Context, on: Database, call: Call, uuid: string) {
  const { issuance } = context
  const found = present(await findRelease(on, call.caller, uuid))
  const key = await lockSealingKey(on, call.caller, found.sealing_key_id)
  const facts = await issuance.facts(on, call.caller, { alias: { id: found.alias_id }, endpointId: found.endpoint_id })
  const row = present(await findRelease(on, call.caller, uuid))
  const isAuthorized = (await issuance.evaluate(facts)) !== null && key?.isUsable === true
  const isOpen = row.jwe !== null || row.status === 'pending'
  const reference = await referenceOf(context, row)
  if (!isOpen || (!row.is_over && isAuthorized))
    return { record: recordOf(call, row, { jwe: row.jwe, reference }), isAuthorized }
  const status = row.is_over && row.status !== 'pending' ? 'expired' : 'failed'
  await dropRelease(on, row.id, status)
  return { record: recordOf(call, row, { jwe: null, reference, status }), isAuthorized }
}

const readEvaluated = (context: Context, call: Call, uuid: string) =>
  inTransaction(context.db, (trx) => evaluateAgain(context, trx, call, uuid)).catch(throwFromDatabase)

async function readOrNull(context: Context, call: Call, uuid: string | null): Promise<ReleaseRecord | null> {
  if (uuid === null) return null
  try {
    return (await readEvaluated(context, call, uuid)).record
  } catch (error) {
    if (error instanceof SignpostError && error.code === 'resource_missing') return null
    throw error
  }
}

/** Reads the opener's outcome so far. A replay repeats no sealed text. @throws release_not_found if it refused */
async function settled(
  context: Context,
  call: Call,
  client: OpenerClient,
  made: ReleaseRecord,
): Promise<ReleaseRecord> {
  const uuid = requireId('release', made.id)
  if (!call.replayed) await client.settle(call, uuid)
  const { record, isAuthorized } = await readEvaluated(context, call, uuid)
  if (record.status === 'failed' && !isAuthorized) throw notFound()
  return call.replayed ? { ...record, requestId: made.requestId, jwe: null } : record
}

/**
 * Releases an endpoint's address, sealed to the caller's key; with a separate opener, the release may be pending.
 * @throws SignpostError release_not_found for every refusal
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
    const told: { policy: Authorized['policy'] | null } = { policy: null }
    const made = await context.write(call, (change) =>
      issue(context, change, call, read, (policy) => (told.policy = policy)),
    )
    // A replay issues nothing.
    if (told.policy !== null) context.counts[told.policy]++
    return 'client' in context.mode ? await settled(context, call, context.mode.client, made) : made
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
 * Reads releases by public ids. Each is evaluated again, and shown until ten minutes after it was ready if it is still
 * authorized. Null for each that is absent, malformed or not the caller's.
 */
async function byIds(context: Context, call: Call, ids: readonly string[]): Promise<(ReleaseRecord | null)[]> {
  requireScope(call, 'release')
  const records: (ReleaseRecord | null)[] = []
  for (const id of ids) records.push(await readOrNull(context, call, decodeId('release', id)))
  return records
}

export function createReleases(deps: Deps) {
  const counts: ReleaseCounts = { granted: 0, public: 0, refused: 0 }
  const context: Context = { ...deps, counts }
  return { counts: counts as Readonly<ReleaseCounts>, ...bound(context, { create, byIds, list }) }
}

export type Releases = ReturnType<typeof createReleases>
