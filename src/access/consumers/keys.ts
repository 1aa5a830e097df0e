import { throwFromDatabase } from '../../database/violations.ts'
import { apiKeyPayload, apiKeyRolledPayload, consumerPayload } from '../../events/payload.ts'
import type { Change } from '../../events/write.ts'
import { type Call, requireOperator } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import { present, requireFuture, requireId } from '../../kernel/input.ts'
import type { Removed } from '../../kernel/page.ts'
import { extended, operator, type RecordOf, text } from '../../kernel/record.ts'
import { Sensitive } from '../../vault/secret.ts'
import { requireRollWindow, rollWindow } from '../api-keys/rules.ts'
import {
  type ApiKeyDeps,
  apiKey,
  apiKeyRecord,
  apiKeyWithSecret,
  type CreateApiKeyInput,
  issueApiKey,
  readNewKey,
  rollApiKey,
} from '../api-keys/service.ts'
import { type ApiKeyRow, hasKey, listKeysOf, lockAnyKey, revokeApiKey } from '../api-keys/store.ts'
import { requireCursor } from './rules.ts'
import { lockConsumer } from './store.ts'

const ofConsumer = { consumer: operator(text('apc_…')) }

/** A key with its owner, for the operator. */
export const consumerKey = extended(apiKey, ofConsumer)
export const consumerKeyWithSecret = extended(apiKeyWithSecret, ofConsumer)
type ConsumerKey = RecordOf<typeof consumerKey>
type ConsumerKeyWithSecret = RecordOf<typeof consumerKeyWithSecret>

type NewConsumerKey = CreateApiKeyInput & { livemode: boolean }

const shown = (row: ApiKeyRow): ConsumerKey => ({
  ...apiKeyRecord(row),
  consumer: encodeId('consumer', row.consumer_id),
})

/** Key management by the operator: lists, creates, rolls and revokes the keys of any consumer, with any rights. */
export function createConsumerKeys({ db, write, keyring, newId, clock, forget }: Omit<ApiKeyDeps, 'readLists'>) {
  /** Changes a locked key, and notifies its owner's webhooks. */
  async function change<T>(call: Call, id: string, work: (key: ApiKeyRow, change: Change) => Promise<T>): Promise<T> {
    requireOperator(call)
    const uuid = requireId('apiKey', id)
    const done = await write(call, async (change) => work(present(await lockAnyKey(change.db, uuid)), change))
    forget(uuid)
    return done
  }

  const audience = ({ consumer_id, livemode }: ApiKeyRow) => ({ consumerId: consumer_id, livemode })

  return {
    async create(call: Call, consumer: string, input: NewConsumerKey): Promise<ConsumerKeyWithSecret> {
      requireOperator(call)
      const consumerId = requireId('consumer', consumer)
      const key = { ...readNewKey(input), consumerId, livemode: input.livemode }
      const validate = () => void requireFuture(key.expiresAt, clock())
      const make = async ({ db, emit }: Change) => {
        present(await lockConsumer(db, consumerId))
        const { row, secret } = await issueApiKey(db, keyring, newId(), key)
        emit('api_key.created', apiKeyPayload(row.id), audience(row))
        emit(
          'operator.api_key_created',
          { ...apiKeyPayload(row.id), ...consumerPayload(consumerId) },
          { consumerId: null },
        )
        return { ...shown(row), key: new Sensitive(secret) }
      }
      return write(call, make, validate)
    },

    /** Returns a page, newest first, after `after`. */
    async list(
      call: Call,
      consumer: string,
      { after, limit }: { after: string | null; limit: number },
    ): Promise<ConsumerKey[]> {
      requireOperator(call)
      const consumerId = requireId('consumer', consumer)
      const behind = await requireCursor('apiKey', after, (id) => hasKey(db, consumerId, id))
      const rows = await listKeysOf(db, consumerId, behind, limit).catch(throwFromDatabase)
      return rows.map(shown)
    },

    roll(call: Call, id: string, expiresIn: number = rollWindow.default): Promise<ConsumerKeyWithSecret> {
      requireRollWindow(expiresIn)
      return change(call, id, async (old, { db, emit }) => {
        const { row, secret } = await rollApiKey(db, keyring, newId(), old, { expiresIn })
        emit('api_key.rolled', apiKeyRolledPayload(old.id, row.id), audience(row))
        return { ...shown(row), key: new Sensitive(secret) }
      })
    },

    revoke(call: Call, id: string): Promise<Removed> {
      return change(call, id, async (row, { db, emit }) => {
        if (await revokeApiKey(db, row.id)) emit('api_key.revoked', apiKeyPayload(row.id), audience(row))
        return { id: encodeId('apiKey', row.id), livemode: row.livemode }
      })
    },
  }
}
