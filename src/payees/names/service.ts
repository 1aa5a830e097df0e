import type { Database } from '../../database/orm.ts'
import type { ReadLists } from '../../database/read-pool.ts'
import { payeeNamePayload } from '../../events/payload.ts'
import type { Change, Write } from '../../events/write.ts'
import { type Call, type Owner, requireOperator, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { present, requireId } from '../../kernel/input.ts'
import { openedPage, type Page, type RecordPage, type Removed, recordsByIds } from '../../kernel/page.ts'
import { nullable, one, owner, type RecordOf, record, text } from '../../kernel/record.ts'
import { readMoment, readStored } from '../../kernel/stored.ts'
import type { NamePlace } from '../../registry/binding.ts'
import { recordLimits } from '../../registry/identities/rules.ts'
import { lockIdentity } from '../../registry/identities/store.ts'
import { type Keyring, openedOr } from '../../vault/keyring.ts'
import { maskName, openName, sealName } from '../rules.ts'
import { type PayeeNameInput, payeeNameKinds, readPayeeName } from './input.ts'
import {
  attestPayeeName,
  countPayeeNames,
  deletePayeeName,
  findPayeeNames,
  insertPayeeName,
  lockAnyPayeeName,
  type PayeeNameRow,
  payeeNamesOf,
} from './store.ts'

export const payeeNameBases = ['declared', 'attested'] as const
export type PayeeNameBasis = (typeof payeeNameBases)[number]

/** An unknown basis reads as declared, which counts less. */
export const readBasis = (stored: unknown): PayeeNameBasis => readStored(payeeNameBases, stored, 'declared')

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const payeeName = record('payee_name', {
  identity: owner(text('idn_…')),
  kind: owner(one(payeeNameKinds)),
  masked: owner(nullable(text('The first letters; null if the stored name cannot be decrypted'))),
  basis: owner(one(payeeNameBases)),
})

export type PayeeNameRecord = RecordOf<typeof payeeName>

type Deps = { db: Database; readLists: ReadLists; write: Write; newId: () => string; keyring: Keyring }

/** An attested name, or the error of its attestation. */
export type Attested = Omit<PayeeNameRecord, 'masked'> | { id: string; error: { type: string; code: string } }

export function createPayeeNames({ db, readLists, write, newId, keyring }: Deps) {
  const recordOf = (row: PayeeNameRow, masked: string | null): PayeeNameRecord => ({
    id: encodeId('payeeName', row.id),
    livemode: row.livemode,
    identity: encodeId('identity', row.identity_id),
    kind: readStored(payeeNameKinds, row.kind, 'legal'),
    masked,
    basis: readBasis(row.basis),
    createdAt: readMoment(row.created_at),
    updatedAt: readMoment(row.updated_at),
  })

  const placeOf = ({ id, livemode, identity_id: identityId, kind, basis }: PayeeNameRow, consumerId: string) =>
    ({ id, livemode, identityId, consumerId, kind, basis }) satisfies NamePlace

  /** A name that can't be opened must not hide the others of its list. */
  async function shown(owner: Owner, row: PayeeNameRow): Promise<PayeeNameRecord> {
    const place = placeOf(row, owner.consumerId)
    return recordOf(row, await openedOr(keyring, () => maskName(openName(keyring, place, row.sealed)), null))
  }

  /**
   * Attests any consumer's name: the operator has verified that it is the payee's. The name is sealed again with its
   * new basis. An attested one stays unchanged, without an event. The returned record doesn't contain the name.
   *
   * @throws SignpostError resource_missing · decryption_failed
   */
  async function attestIn({ db, emit }: Change, id: string): Promise<Omit<PayeeNameRecord, 'masked'>> {
    const uuid = requireId('payeeName', id)
    const { consumer_id: consumerId, ...row } = present(await lockAnyPayeeName(db, uuid))
    const { masked: _, ...record } = recordOf(row, null)
    if (record.basis === 'attested') return record
    const place = placeOf(row, consumerId)
    const name = await keyring.opening(() => openName(keyring, place, row.sealed))
    const sealed = sealName(keyring, { ...place, basis: 'attested' }, name)
    const updatedAt = await attestPayeeName(db, uuid, sealed)
    emit('payee_name.attested', payeeNamePayload(row.identity_id, row.id), { consumerId, livemode: row.livemode })
    return { ...record, basis: 'attested', updatedAt }
  }

  /** Attests one name of many; its entry is the record or the error. */
  async function entryOf(change: Change, id: string): Promise<Attested> {
    try {
      return await attestIn(change, id)
    } catch (error) {
      if (error instanceof SignpostError && (error.code === 'resource_missing' || error.code === 'decryption_failed'))
        return { id, error: { type: error.type, code: error.code } }
      throw error
    }
  }

  return {
    /** Registers a name. No webhook hears of it. */
    async create(call: Call, identity: string, input: PayeeNameInput): Promise<PayeeNameRecord> {
      requireScope(call, 'payee_names:write')
      const name = readPayeeName(input)
      const identityId = requireId('identity', identity)
      const { livemode, consumerId } = call.caller
      const id = newId()
      const place: NamePlace = { id, livemode, identityId, consumerId, kind: name.kind, basis: 'declared' }
      const sealed = sealName(keyring, place, name)
      return write(call, async ({ db, emit }) => {
        const owned = present(await lockIdentity(db, call.caller, identityId))
        if (owned.status !== 'active') throw new SignpostError('identity_not_active')
        if ((await countPayeeNames(db, owned.id)) >= recordLimits.payeeNames) throw new SignpostError('limit_reached')
        const row = await insertPayeeName(db, { id, livemode, identity_id: owned.id, kind: name.kind, sealed })
        emit('payee_name.created', payeeNamePayload(owned.id, id))
        return recordOf(row, maskName(name))
      })
    },

    /** Records for public ids, masked; null for each that is absent, malformed or not of an identity of the caller's. */
    async byIds(call: Call, ids: readonly string[]): Promise<(PayeeNameRecord | null)[]> {
      requireScope(call, 'payee_names:read')
      return recordsByIds(
        'payeeName',
        ids,
        (uuids) => findPayeeNames(db, call.caller, uuids),
        (row) => shown(call.caller, row),
      )
    },

    /** A page of each identity's names, masked. */
    async listOf(call: Call, identities: readonly string[], page: Page): Promise<RecordPage<PayeeNameRecord>[]> {
      requireScope(call, 'payee_names:read')
      const ids = identities.map((id) => requireId('identity', id))
      const lists = await readLists<PayeeNameRow>(call.caller.consumerId, payeeNamesOf(call.caller), ids, page)
      return Promise.all(lists.map((list) => openedPage(list, (row) => shown(call.caller, row))))
    },

    async attest(call: Call, id: string): Promise<Omit<PayeeNameRecord, 'masked'>> {
      requireOperator(call)
      return write(call, (change) => attestIn(change, id))
    },

    /** Attests names in one transaction: a failing one never fails the others. They are locked in one order. */
    async attestAll(call: Call, ids: readonly string[]): Promise<Attested[]> {
      requireOperator(call)
      return write(call, async (change) => {
        const results = new Map<string, Attested>()
        for (const id of [...new Set(ids)].sort()) results.set(id, await entryOf(change, id))
        return ids.map((id) => results.get(id)!)
      })
    },

    /** Removes a name, its ciphertext included. */
    async remove(call: Call, id: string): Promise<Removed> {
      requireScope(call, 'payee_names:write')
      const uuid = requireId('payeeName', id)
      return write(call, async ({ db, emit }) => {
        const { identity_id, livemode } = present((await findPayeeNames(db, call.caller, [uuid]))[0])
        await lockIdentity(db, call.caller, identity_id)
        if (!(await deletePayeeName(db, { id: uuid, identity_id }))) throw new SignpostError('resource_missing')
        emit('payee_name.removed', payeeNamePayload(identity_id, uuid))
        return { id: encodeId('payeeName', uuid), livemode }
      })
    },
  }
}
