import type { Database } from '../../database/orm.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { sealingKeyPayload } from '../../events/payload.ts'
import type { Write } from '../../events/write.ts'
import { type Call, requireOperator, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { present, requireId } from '../../kernel/input.ts'
import { type Page, type RecordPage, type Removed, recordPage, recordsByIds } from '../../kernel/page.ts'
import { type Kind, moment, one, owner, parts, type RecordOf, record, text } from '../../kernel/record.ts'
import { readMoment } from '../../kernel/stored.ts'
import { recordLimits } from '../../registry/identities/rules.ts'
import { readSealingJwk, sealingKeyInvalid } from './rules.ts'
import {
  activateSealingKey,
  countSealingKeys,
  findAnySealingKey,
  findSealingKeys,
  insertSealingKey,
  removeSealingKey,
  type SealingKeyRow,
  sealingKeysOf,
} from './store.ts'

export const sealingKeyStatuses = ['waiting', 'usable'] as const

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const sealingKey = record('sealing_key', {
  jwk: owner(parts({ kty: text('OKP') as Kind<'OKP'>, crv: text('X25519') as Kind<'X25519'>, x: text() })),
  status: owner(one(sealingKeyStatuses)),
  usableAt: owner(moment()),
})

export type SealingKeyRecord = RecordOf<typeof sealingKey>

type Deps = {
  db: Database
  readLists: ReadLists
  write: Write
  newId: () => string
  /** A test key has no delay. */
  liveDelaySeconds: number
}

const recordOf = (row: SealingKeyRow): SealingKeyRecord => ({
  id: encodeId('sealingKey', row.id),
  livemode: row.livemode,
  jwk: { kty: 'OKP', crv: 'X25519', x: row.x },
  status: row.is_usable ? 'usable' : 'waiting',
  usableAt: readMoment(row.usable_at),
  createdAt: readMoment(row.created_at),
  updatedAt: readMoment(row.updated_at),
})

export function createSealingKeys({ db, readLists, write, newId, liveDelaySeconds }: Deps) {
  return {
    /**
     * Registers a public key. A live one is delayed before anything is sealed to it, so that a stolen API key is of
     * little use.
     */
    async create(call: Call, jwk: unknown): Promise<SealingKeyRecord> {
      requireScope(call, 'sealing_keys:write')
      const { x } = readSealingJwk(jwk)
      const { livemode, consumerId } = call.caller
      return write(call, async ({ db, emit }) => {
        if ((await countSealingKeys(db, call.caller)) >= recordLimits.sealingKeys)
          throw new SignpostError('limit_reached')
        const delaySeconds = livemode ? liveDelaySeconds : 0
        const row = await insertSealingKey(db, { id: newId(), livemode, consumerId, x, delaySeconds })
        if (!row) throw sealingKeyInvalid()
        emit('sealing_key.created', sealingKeyPayload(row.id))
        return recordOf(row)
      })
    },

    /** Records for public ids, null for each that is absent, malformed, removed or not the caller's. */
    async byIds(call: Call, ids: readonly string[]): Promise<(SealingKeyRecord | null)[]> {
      requireScope(call, 'sealing_keys:read')
      return recordsByIds('sealingKey', ids, (uuids) => findSealingKeys(db, call.caller, uuids), recordOf)
    },

    async list(call: Call, page: Page): Promise<RecordPage<SealingKeyRecord>> {
      requireScope(call, 'sealing_keys:read')
      const own = await readOwn<SealingKeyRow>(readLists, call.caller.consumerId, sealingKeysOf(call.caller), page)
      return recordPage(own, recordOf)
    },

    /** Ends the delay of any consumer's key. A usable key stays unchanged, without an event. */
    async activate(call: Call, id: string): Promise<SealingKeyRecord> {
      requireOperator(call)
      const uuid = requireId('sealingKey', id)
      return write(call, async ({ db, emit }) => {
        const row = await activateSealingKey(db, uuid)
        if (!row) return recordOf(present(await findAnySealingKey(db, uuid)))
        const { consumer_id: consumerId, livemode } = row
        emit('sealing_key.activated', sealingKeyPayload(row.id), { consumerId, livemode })
        return recordOf(row)
      })
    },

    /** Removes a key, and with it everything stored sealed to it. */
    async remove(call: Call, id: string): Promise<Removed> {
      requireScope(call, 'sealing_keys:write')
      const uuid = requireId('sealingKey', id)
      return write(call, async ({ db, emit }) => {
        const row = present(await removeSealingKey(db, call.caller, uuid))
        emit('sealing_key.removed', sealingKeyPayload(row.id))
        return { id: encodeId('sealingKey', row.id), livemode: row.livemode }
      })
    },
  }
}
