import type { Database } from '../database/orm.ts'
import { type ReadLists, readOwn } from '../database/read-pool.ts'
import { isEventPattern } from '../events/event-types.ts'
import { changedFields } from '../events/kinds.ts'
import { webhookPayload } from '../events/payload.ts'
import type { Change, Write } from '../events/write.ts'
import { bound, type Call, outside, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import type { FairQueue } from '../kernel/fair-queue.ts'
import { encodeId } from '../kernel/id.ts'
import { mustBeList, mustBeWholeNumber, optionalOneOf, optionalText, present, requireId } from '../kernel/input.ts'
import { type Page, type RecordPage, type Removed, recordPage, recordsByIds } from '../kernel/page.ts'
import { createPool, enoughUnderWay, inPlace } from '../kernel/queue-bounds.ts'
import type { Keyring } from '../vault/keyring.ts'
import { newSigningSecret, Sensitive } from '../vault/secret.ts'
import { exhaustStale } from './deliveries/store.ts'
import { type WebhookRecord, type WebhookWithSecret, webhookRecord } from './record.ts'
import { isPublicForm, readWebhookUrl, webhookLimits } from './rules.ts'
import {
  countWebhooks,
  findWebhooks,
  insertWebhook,
  lockWebhook,
  removeWebhook,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
  webhooksOf,
} from './store.ts'
import type { Transport } from './transport/transport.ts'

export type CreateWebhookInput = {
  url: string
  enabledEvents: readonly string[]
  description?: string | null | undefined
}
export type UpdateWebhookInput = {
  url?: string | null | undefined
  enabledEvents?: readonly string[] | null | undefined
  description?: string | null | undefined
  status?: string | null | undefined
}

/** @throws SignpostError parameter_invalid · event_type_unknown */
function requirePatterns(patterns: unknown): string[] {
  if (!Array.isArray(patterns) || patterns.length === 0 || patterns.length > webhookLimits.enabledEvents) {
    throw new SignpostError('parameter_invalid', {
      param: 'enabledEvents',
      rule: mustBeList(1, webhookLimits.enabledEvents),
    })
  }
  if (!patterns.every((pattern) => typeof pattern === 'string' && isEventPattern(pattern))) {
    throw new SignpostError('event_type_unknown', { param: 'enabledEvents' })
  }
  return [...new Set(patterns as string[])]
}

type Deps = {
  db: Database
  readLists: ReadLists
  write: Write
  keyring: Keyring
  newId: () => string
  clock: () => number
  transport: Transport
}

type Context = Deps & { lookUps: FairQueue }

/**
 * Looks a URL up, outside any transaction. INVARIANT (egress): a URL is stored only after `validate`, which refuses one that
 * did not resolve or is not permitted. @throws SignpostError url_not_https · rate_limited
 */
async function lookUp({ lookUps, transport }: Context, call: Call, text: unknown) {
  const url = readWebhookUrl(text)
  if (url === null) throw new SignpostError('url_not_https', { param: 'url' })
  const { consumerId } = call.caller
  const permits = () => outside(call, () => transport.permits(url, consumerId))
  const isPermitted = await inPlace(lookUps, consumerId, enoughUnderWay('look-ups', 2), permits)
  const validate = () => {
    if (!isPermitted) throw new SignpostError(isPublicForm(url) ? 'url_forbidden' : 'url_not_https', { param: 'url' })
  }
  return { href: url.href, validate }
}

function newSecret({ newId, keyring }: Context, livemode: boolean) {
  const id = newId()
  const secret = newSigningSecret()
  return { shown: new Sensitive(secret), row: { id, sealed: keyring.seal('webhook_secret', id, livemode, secret) } }
}

async function create(context: Context, call: Call, input: CreateWebhookInput): Promise<WebhookWithSecret> {
  requireScope(call, 'webhooks:write')
  const enabledEvents = requirePatterns(input.enabledEvents)
  const description = optionalText(input.description, 'description', webhookLimits.descriptionLength)
  const url = await lookUp(context, call, input.url)
  const { consumerId, livemode } = call.caller
  const make = async ({ db, emit }: Change) => {
    if ((await countWebhooks(db, call.caller)) >= webhookLimits.perConsumer) throw new SignpostError('limit_reached')
    const values = {
      id: context.newId(),
      livemode,
      consumer_id: consumerId,
      url: url.href,
      description,
      enabled_events: enabledEvents,
    }
    const row = await insertWebhook(db, values)
    const secret = newSecret(context, livemode)
    await replaceSecret(db, row.id, secret.row, 0)
    emit('webhook.created', webhookPayload(row.id))
    return { ...webhookRecord(row, context.clock()), signingSecret: secret.shown }
  }
  return context.write(call, make, url.validate)
}

/** Records for public ids, null for each that is absent, malformed or not the caller's. */
async function byIds({ db, clock }: Context, call: Call, ids: readonly string[]): Promise<(WebhookRecord | null)[]> {
  requireScope(call, 'webhooks:read')
  return recordsByIds(
    'webhook',
    ids,
    (uuids) => findWebhooks(db, call.caller, uuids),
    (row) => webhookRecord(row, clock()),
  )
}

async function list({ readLists, clock }: Context, call: Call, page: Page): Promise<RecordPage<WebhookRecord>> {
  requireScope(call, 'webhooks:read')
  const list = await readOwn<WebhookRow>(readLists, call.caller.consumerId, webhooksOf(call.caller), page)
  return recordPage(list, (row) => webhookRecord(row, clock()))
}

/** Enabling again, or another URL, starts afresh: counters, breaker and pause are cleared. What waited too long is exhausted. */
async function update(context: Context, call: Call, id: string, patch: UpdateWebhookInput): Promise<WebhookRecord> {
  requireScope(call, 'webhooks:write')
  const status = optionalOneOf(['enabled', 'disabled'], patch.status, 'status')
  const enabledEvents = patch.enabledEvents === undefined ? undefined : requirePatterns(patch.enabledEvents)
  const description =
    patch.description === undefined
      ? undefined
      : optionalText(patch.description, 'description', webhookLimits.descriptionLength)
  const uuid = requireId('webhook', id)
  const url = patch.url === undefined ? undefined : await lookUp(context, call, patch.url)
  const exhaust = (db: Database) => exhaustStale(db, call.caller, uuid, webhookLimits.resumeDays)
  // While the webhook is disabled nothing else becomes of these: ending them before keeps the transaction short.
  if (status === 'enabled') await exhaust(context.db)

  const change = async ({ db, emit }: Change) => {
    const row = present(await lockWebhook(db, call.caller, uuid))
    const isMoved = status !== undefined && status !== row.status
    const isEnabled = isMoved && status === 'enabled'
    const next = {
      url: url?.href ?? row.url,
      description: description === undefined ? row.description : description,
      enabled_events: enabledEvents ?? row.enabled_events,
      ...(isMoved ? { status, disabled_reason: status === 'disabled' ? 'owner' : null } : {}),
    }
    if (isEnabled) await exhaust(db)
    const updated = await updateWebhook(db, uuid, next, { startsAfresh: isEnabled || next.url !== row.url })
    const fields = changedFields(['url', 'description', 'status'], row, next)
    const isRepeated = JSON.stringify(row.enabled_events) === JSON.stringify(next.enabled_events)
    const names = isRepeated ? fields : [...fields, 'enabled_events']
    if (names.length > 0) emit('webhook.updated', webhookPayload(uuid), { changed: names })
    return webhookRecord(updated, context.clock())
  }
  return context.write(call, change, url?.validate)
}

async function remove({ write }: Context, call: Call, id: string): Promise<Removed> {
  requireScope(call, 'webhooks:write')
  const uuid = requireId('webhook', id)
  return write(call, async ({ db, emit }) => {
    const row = present(await lockWebhook(db, call.caller, uuid))
    await removeWebhook(db, uuid)
    emit('webhook.removed', webhookPayload(uuid))
    return { id: encodeId('webhook', uuid), livemode: row.livemode }
  })
}

/** A new secret, shown once; the one before signs beside it for `previousExpiresIn` seconds. */
async function rotateSecret(
  context: Context,
  call: Call,
  id: string,
  previousExpiresIn: number = webhookLimits.overlap.default,
): Promise<WebhookWithSecret> {
  requireScope(call, 'webhooks:write')
  const { max } = webhookLimits.overlap
  if (!Number.isInteger(previousExpiresIn) || previousExpiresIn < 0 || previousExpiresIn > max) {
    const rule = mustBeWholeNumber(0, max)
    throw new SignpostError('parameter_invalid', { param: 'previousExpiresIn', rule })
  }
  const uuid = requireId('webhook', id)
  return context.write(call, async ({ db, emit }) => {
    const row = present(await lockWebhook(db, call.caller, uuid))
    const secret = newSecret(context, row.livemode)
    await replaceSecret(db, uuid, secret.row, previousExpiresIn)
    emit('webhook.secret_rotated', webhookPayload(uuid))
    return { ...webhookRecord(row, context.clock()), signingSecret: secret.shown }
  })
}

export function createWebhooks(deps: Deps) {
  const lookUps = createPool(webhookLimits.lookUpsUnderWay)
  const context: Context = { ...deps, lookUps }
  return bound(context, { create, byIds, list, update, remove, rotateSecret })
}
