import { type Call, nobody } from '../kernel/call.ts'
import { encodeId } from '../kernel/id.ts'
import { readStored } from '../kernel/stored.ts'

export const actorTypes = ['api_key', 'operator', 'system'] as const
type ActorType = (typeof actorTypes)[number]

/** The cause of an event, as shown. `id`: `key_…`, the operator's way (`cli`, `admin_api`), or the name of a job. */
type ActorRecord = { type: ActorType; id: string | null }

/** The cause of a change, as its events keep it. Ids are uuids; `consumerId` is whose key it was. */
export type Cause = {
  readonly type: ActorType
  readonly id: string | null
  readonly consumerId: string | null
  readonly requestId: string | null
  /** The network of an own key's request: kept apart, for 30 days. */
  readonly network?: string | null
}

/** The cause of what a command of the operator's does. */
export const byOperator: Cause = { type: 'operator', id: 'cli', consumerId: null, requestId: null }

/** The cause of what a request does. No request is behind the operator's command line. */
export function causeOf({ caller, requestId, network = null }: Pick<Call, 'caller' | 'requestId' | 'network'>): Cause {
  const { operator, keyId, consumerId } = caller
  // Background work for a consumer belongs to none of its keys.
  const id = keyId === nobody.keyId ? null : keyId
  if (operator === undefined) return { type: 'api_key', id, consumerId, requestId: id && requestId, network }
  return operator === 'cli' ? byOperator : { type: 'operator', id: operator, consumerId: null, requestId }
}

/** The cause of what nobody asked for now. */
export const bySystem = (job: string): Cause => ({ type: 'system', id: job, consumerId: null, requestId: null })

type Stored = {
  actor_type: string | null
  actor_id: string | null
  actor_consumer_id: string | null
  request_id: string | null
}

/**
 * Returns the cause of an event for one consumer; null for events from before 0.2.
 *
 * INVARIANT (own keys, own requests): which key and which request it was is told to the consumer whose key it was, and to nobody
 * else.
 */
export function causeShown(stored: Stored, viewerId: string): { actor: ActorRecord | null; request: string | null } {
  if (stored.actor_type === null) return { actor: null, request: null }
  const type = readStored(actorTypes, stored.actor_type, 'system')
  const isForeign = type === 'api_key' && stored.actor_consumer_id !== viewerId
  const id = stored.actor_id !== null && type === 'api_key' ? encodeId('apiKey', stored.actor_id) : stored.actor_id
  const request = stored.request_id && encodeId('request', stored.request_id)
  return isForeign ? { actor: { type, id: null }, request: null } : { actor: { type, id }, request }
}
