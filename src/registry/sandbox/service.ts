import { emitGrant } from '../../consent/grants/change.ts'
import { webhookPayload } from '../../events/payload.ts'
import type { Change, Write } from '../../events/write.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { decodeId, encodeId } from '../../kernel/id.ts'
import { flag, one, owner, type RecordOf, shape, text, whole } from '../../kernel/record.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { removeWebhook } from '../../webhooks/store.ts'
import { markReset } from '../aliases/reservation-store.ts'
import { type CooldownDays, closeAndErase } from '../identities/service.ts'
import { type IdentityRow, revokeGrantsOn } from '../identities/store.ts'
import { endReceivedGrants, lockTestWebhooks, lockUnerased, takeTurn } from './store.ts'

export const resetStatuses = ['pending', 'done'] as const

/** The outcome of one request: the number of ended records, and whether more is left. */
export const sandboxReset = shape('sandbox_reset', {
  consumer: owner(text('apc_…')),
  livemode: owner(flag()),
  status: owner(one(resetStatuses)),
  identities: owner(whole('Identities that this request closed; they are erased within minutes')),
  grants: owner(whole('Grants that this request ended, made by you or to you')),
  webhooks: owner(whole('Webhooks that this request deleted')),
})

export type SandboxReset = RecordOf<typeof sandboxReset>

/** Work of one request: far below the time limits of a statement and an answer. */
const most = { identities: 25, grants: 100, events: 1_000 }

type Deps = { write: Write; keyring: Keyring; cooldownDays: CooldownDays }
type Ended = Pick<SandboxReset, 'identities' | 'grants' | 'webhooks'> & { isDone: boolean }

/** Deletes the webhooks first: what follows is told to others alone. @returns the number deleted */
async function deleteWebhooks({ db, emit }: Change, consumerId: string): Promise<number> {
  const ids = await lockTestWebhooks(db, consumerId)
  for (const id of ids) {
    await removeWebhook(db, id)
    emit('webhook.removed', webhookPayload(id))
  }
  return ids.length
}

async function endGrantsOn(change: Change, identity: IdentityRow): Promise<number> {
  const grants = await revokeGrantsOn(change.db, identity.id)
  // Before the identity closes: a grantee is not notified of an inactive identity.
  for (const grant of grants) emitGrant(change, 'consent.revoked', { ...grant, identity_id: identity.id }, identity)
  return grants.length
}

async function eraseIdentities(change: Change, consumerId: string, cooldownDays: CooldownDays, ended: Ended) {
  let events = 0
  const counted: Change = {
    db: change.db,
    emit: (...event) => {
      events++
      change.emit(...event)
    },
  }
  const found = await lockUnerased(change.db, consumerId, most.identities)
  const erased: string[] = []
  for (const identity of found) {
    if (events >= most.events) break
    ended.grants += await endGrantsOn(counted, identity)
    await closeAndErase(counted, identity, cooldownDays)
    erased.push(identity.id)
  }
  await markReset(change.db, erased)
  ended.identities = erased.length
  ended.isDone = erased.length === found.length && found.length < most.identities
}

/**
 * Does one page of the work. INVARIANT (order of locks): it locks identities of others or own ones, never both, so that
 * two consumers with grants to each other don't wait for each other.
 */
async function resetSome(change: Change, consumerId: string, cooldownDays: CooldownDays): Promise<Ended> {
  const ended: Ended = { identities: 0, grants: 0, webhooks: 0, isDone: false }
  ended.webhooks = await deleteWebhooks(change, consumerId)
  const received = await endReceivedGrants(change.db, consumerId, most.grants)
  for (const grant of received)
    emitGrant(change, 'consent.revoked', grant, { status: grant.identity_status, consumer_id: grant.owner_id })
  ended.grants = received.length
  if (received.length === 0) await eraseIdentities(change, consumerId, cooldownDays, ended)
  return ended
}

export function createSandbox({ write, keyring, cooldownDays }: Deps) {
  return {
    /**
     * Empties the caller's own test mode, a page at a time: `pending` means that the same request is to be sent again.
     * Its progress is in the records themselves, so it may be stopped and repeated at any point. API keys and sealing
     * keys stay.
     *
     * @throws SignpostError test_key_required · parameter_invalid · reset_in_progress
     */
    async reset(call: Call, { consumer }: { consumer: string }): Promise<SandboxReset> {
      requireScope(call, '*')
      const { consumerId, livemode } = call.caller
      if (livemode) throw new SignpostError('test_key_required')
      if (decodeId('consumer', consumer) !== consumerId)
        throw new SignpostError('parameter_invalid', {
          param: 'consumer',
          rule: 'The value must be the id of your own consumer: GET /v1/me shows it.',
        })
      const turn = keyring.hash('fingerprint', livemode, `sandbox reset|${consumerId}`)
      const { isDone, ...counts } = await write(call, async (change) => {
        if (!(await takeTurn(change.db, turn))) throw new SignpostError('reset_in_progress', { retryAfter: 1 })
        return resetSome(change, consumerId, cooldownDays)
      })
      return { consumer: encodeId('consumer', consumerId), livemode, status: isDone ? 'done' : 'pending', ...counts }
    },
  }
}
