import type { Call } from '../kernel/call.ts'
import { encodeId } from '../kernel/id.ts'
import { readMoment, readStored } from '../kernel/stored.ts'
import { Sensitive } from '../vault/sensitive.ts'
import type { ReleaseRow } from './store.ts'

export const releaseStatuses = ['pending', 'ready', 'failed', 'expired'] as const
export type ReleaseStatus = (typeof releaseStatuses)[number]

export type ReleaseRecord = {
  id: string
  livemode: boolean
  status: ReleaseStatus
  endpoint: string
  sealingKey: string
  /** Sealed to the payer's key. Null in a replay, and when it is no longer there. */
  jwe: Sensitive | null
  expiresAt: Date
  createdAt: Date
  requestId: string
}

/** `jwe` is what this caller is shown of it. */
export const recordOf = (call: Call, row: ReleaseRow, jwe: string | null, status = row.status): ReleaseRecord => ({
  id: encodeId('release', row.id),
  livemode: row.livemode,
  status: readStored(releaseStatuses, status, 'failed'),
  endpoint: encodeId('endpoint', row.endpoint_id),
  sealingKey: encodeId('sealingKey', row.sealing_key_id),
  jwe: jwe === null ? null : new Sensitive(jwe),
  expiresAt: readMoment(row.expires_at),
  createdAt: readMoment(row.created_at),
  requestId: encodeId('request', call.requestId),
})
