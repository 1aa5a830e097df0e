import type { Database } from '../../database/orm.ts'
import type { ReadLists } from '../../database/read-pool.ts'
import { fromDatabase } from '../../database/violations.ts'
import { causeOf } from '../../events/actor.ts'
import { type EventType, exampleData, isEventType } from '../../events/event-types.ts'
import { webhookPayload } from '../../events/payload.ts'
import { newEvent, type Write } from '../../events/write.ts'
import { bound, type Call, outside, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { FairQueue } from '../../kernel/fair-queue.ts'
import { decodeId, encodeId, timedId } from '../../kernel/id.ts'
import { present, requireId, requireOneOf } from '../../kernel/input.ts'
import { type Page, type RecordPage, recordPage, recordsByIds } from '../../kernel/page.ts'
import { createPool, enoughUnderWay, inPlace } from '../../kernel/queue-bounds.ts'
import {
  type AttemptRecord,
  attemptRecord,
  type DeliveryRecord,
  deliveryRecord,
  type RecoveryRecord,
} from '../record.ts'
import { deliveryStates, webhookLimits } from '../rules.ts'
import { findAttempts, findWebhooks, lockWebhook } from '../store.ts'
import type { Transport } from '../transport/transport.ts'
import { releaseDelivery } from './outcome-store.ts'
import { findLeased } from './queue-store.ts'
import type { Settle } from './settling.ts'
import {
  addRedelivery,
  addTest,
  countTests,
  type DeliveryRow,
  deliveriesOf,
  findDeliveries,
  findDelivery,
  requestRecovery,
} from './store.ts'

const day = 86_400_000
/** A test is over by then. */
const tooManyTests = enoughUnderWay('tests', 5)

type Deps = {
  db: Database
  readLists: ReadLists
  write: Write
  newId: () => string
  clock: () => number
  transport: Transport
  settle: Settle
  leaseMs: number
  wakeDeliveries: () => void
}

type Context = Deps & { tests: FairQueue }

async function attemptsOf({ db }: Context, uuids: readonly string[]): Promise<AttemptRecord[][]> {
  const rows = Map.groupBy(await findAttempts(db, uuids), (row) => row.delivery_id)
  return uuids.map((uuid) => (rows.get(uuid) ?? []).map(attemptRecord))
}

async function read(context: Context, call: Call, webhookId: string, uuid: string): Promise<DeliveryRecord | null> {
  const row = await findDelivery(context.db, call.caller, webhookId, uuid)
  if (!row) return null
  const [attempts] = await attemptsOf(context, [uuid])
  return deliveryRecord(row, context.clock(), attempts!)
}

/** A webhook that takes deliveries, locked. @throws SignpostError resource_missing · webhook_disabled */
async function lockEnabled(trx: Database, call: Call, uuid: string) {
  const webhook = present(await lockWebhook(trx, call.caller, uuid))
  if (webhook.status !== 'enabled') throw new SignpostError('webhook_disabled')
  return webhook
}

async function testOnce(context: Context, call: Call, webhook: string, type: EventType): Promise<DeliveryRecord> {
  const webhookId = requireId('webhook', webhook)
  const { consumerId, livemode } = call.caller
  const token = context.newId()
  const id = await context.write(call, async ({ db }) => {
    present(await lockWebhook(db, call.caller, webhookId))
    if ((await countTests(db, consumerId)) >= webhookLimits.testsUnderWay) throw tooManyTests()
    const data = type === 'webhook.test' ? webhookPayload(webhookId) : exampleData(type, context.newId)
    const event = newEvent(context.newId(), type, data, { consumerId, livemode }, context.clock(), causeOf(call))
    const added = timedId(context.newId(), event.createdAt.getTime())
    await addTest(db, event, { id: added, webhookId, token, leaseMs: context.leaseMs })
    return added
  })
  if (!call.replayed) {
    await attempt(context, call, { id, token })
    // One that succeeded has ended the webhook's pause.
    context.wakeDeliveries()
  }
  return present(await read(context, call, webhookId, id))
}

async function attempt(
  { db, transport, settle, leaseMs }: Context,
  call: Call,
  { id, token }: { id: string; token: string },
): Promise<void> {
  try {
    const delivery = await findLeased(db, id, token)
    if (!delivery) return
    await outside(call, () => transport.attempt(delivery)).then(
      (outcome) => settle(delivery, outcome),
      async (cause) => {
        await releaseDelivery(db, delivery, leaseMs)
        throw new SignpostError('internal_error', { cause })
      },
    )
  } catch (error) {
    throw fromDatabase(error)
  }
}

/** The deliveries of one webhook. @throws SignpostError resource_missing when it isn't the caller's */
async function list(
  { db, readLists, clock }: Context,
  call: Call,
  webhook: string,
  page: Page,
  { state }: { state?: string | null | undefined },
): Promise<RecordPage<DeliveryRecord>> {
  requireScope(call, 'webhooks:read')
  if (state != null) requireOneOf(deliveryStates, state, 'state')
  const uuid = requireId('webhook', webhook)
  present((await findWebhooks(db, call.caller, [uuid]))[0])
  const [list] = await readLists<DeliveryRow>(call.caller.consumerId, deliveriesOf(state), [uuid], page)
  return recordPage(list!, (row) => deliveryRecord(row, clock()))
}

/** With its attempts; null when it is absent, malformed, or of another webhook. */
async function byId(context: Context, call: Call, webhook: string, id: string): Promise<DeliveryRecord | null> {
  requireScope(call, 'webhooks:read')
  const webhookId = decodeId('webhook', webhook)
  const uuid = decodeId('delivery', id)
  return webhookId === null || uuid === null ? null : read(context, call, webhookId, uuid)
}

/** Without their attempts, for public ids; null for each that is absent, malformed or not of a webhook of the caller's. */
async function byIds({ db, clock }: Context, call: Call, ids: readonly string[]): Promise<(DeliveryRecord | null)[]> {
  requireScope(call, 'webhooks:read')
  return recordsByIds(
    'delivery',
    ids,
    (uuids) => findDeliveries(db, call.caller, uuids),
    (row) => deliveryRecord(row, clock()),
  )
}

/** The attempts at deliveries that the caller has read already, by public id. */
async function ownAttemptsOf(context: Context, call: Call, ids: readonly string[]): Promise<AttemptRecord[][]> {
  requireScope(call, 'webhooks:read')
  return attemptsOf(
    context,
    ids.map((id) => requireId('delivery', id)),
  )
}

/**
 * Sends the same event, the same bytes, once more: at once, also while the webhook is paused.
 * @throws SignpostError event_too_old when its week would be gone before the last attempt
 */
async function redeliver(
  { write, clock, newId, wakeDeliveries }: Context,
  call: Call,
  webhook: string,
  id: string,
): Promise<DeliveryRecord> {
  requireScope(call, 'webhooks:write')
  const webhookId = requireId('webhook', webhook)
  const uuid = requireId('delivery', id)
  const record = await write(call, async ({ db }) => {
    present((await findWebhooks(db, call.caller, [webhookId]))[0])
    const earlier = present(await findDelivery(db, call.caller, webhookId, uuid))
    await lockEnabled(db, call, webhookId)
    const happened = earlier.event_created_at.getTime()
    if (clock() - happened > webhookLimits.redeliverDays * day) throw new SignpostError('event_too_old')
    const added = timedId(newId(), happened)
    await addRedelivery(db, added, earlier.id)
    return deliveryRecord(present(await findDelivery(db, call.caller, webhookId, added)), clock(), [])
  })
  if (!call.replayed) wakeDeliveries()
  return record
}

/** Has everything since then queued again, in the background, that the webhook has neither received nor waits for. */
async function recover(
  { clock, write, wakeDeliveries }: Context,
  call: Call,
  webhook: string,
  since: Date,
): Promise<RecoveryRecord> {
  requireScope(call, 'webhooks:write')
  const requireRecent = (): void => {
    const age = clock() - since.getTime()
    if (!(age >= 0 && age <= webhookLimits.recoverDays * day)) {
      throw new SignpostError('parameter_invalid', {
        param: 'since',
        rule: `The value must be a moment of the last ${webhookLimits.recoverDays} days.`,
      })
    }
  }
  const uuid = requireId('webhook', webhook)
  const record = await write(
    call,
    async ({ db }) => {
      const { livemode } = await lockEnabled(db, call, uuid)
      await requestRecovery(db, uuid, since)
      return { webhook: encodeId('webhook', uuid), livemode, since }
    },
    requireRecent,
  )
  if (!call.replayed) wakeDeliveries()
  return record
}

/**
 * One attempt now, also at a disabled webhook; its result is in the delivery that is returned. In test mode it may be an
 * example of any type.
 * @throws SignpostError rate_limited when the consumer has two under way, here or in another process
 */
async function test(context: Context, call: Call, webhook: string, type?: string | null): Promise<DeliveryRecord> {
  requireScope(call, 'webhooks:write')
  const sent = testType(call, type)
  return inPlace(context.tests, call.caller.consumerId, tooManyTests, () => testOnce(context, call, webhook, sent))
}

export function createWebhookDeliveries(deps: Deps) {
  // Tests of this process are counted without the database.
  const tests = createPool(webhookLimits.testsUnderWay)
  const context: Context = { ...deps, tests }
  return bound(context, { list, byId, byIds, attemptsOf: ownAttemptsOf, redeliver, recover, test })
}

/** DECISION: a live receiver acts on what it is told, so that a live webhook is sent no event that never happened. */
function testType({ caller }: Call, type: string | null | undefined): EventType {
  if (type == null) return 'webhook.test'
  if (!isEventType(type)) throw new SignpostError('event_type_unknown', { param: 'type' })
  if (caller.livemode && type !== 'webhook.test') {
    throw new SignpostError('parameter_invalid', {
      param: 'type',
      rule: 'The value must be webhook.test in live mode.',
    })
  }
  return type
}
