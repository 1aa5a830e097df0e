import { isDeepStrictEqual } from 'node:util'
import Type from 'typebox'
import type { Database } from '../../database/orm.ts'
import { throwFromDatabase, uniqueViolationOf } from '../../database/violations.ts'
import type { EntryKind } from '../../events/kinds.ts'
import { consumerPayload } from '../../events/payload.ts'
import type { Change, Write } from '../../events/write.ts'
import { type Call, requireOperator } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { decodeId, encodeId } from '../../kernel/id.ts'
import { present } from '../../kernel/input.ts'
import { as, flag, moment, nullable, one, operator, type RecordOf, shape, text } from '../../kernel/record.ts'
import { readMoment } from '../../kernel/stored.ts'
import {
  changeLimits,
  type LimitTexts,
  limitPolicies,
  limitTexts,
  readLabel,
  requireCursor,
  requireName,
} from './rules.ts'
import {
  type ConsumerChange,
  type ConsumerRow,
  findConsumer,
  findConsumerNamed,
  findConsumers,
  insertConsumer,
  listConsumers,
  lockConsumer,
  updateConsumer,
} from './store.ts'

const consumerStatuses = ['active', 'suspended'] as const

const limitsSchema = Type.Object(
  Object.fromEntries(Object.keys(limitPolicies).map((policy) => [policy, Type.Optional(Type.String())])),
  { description: "Its overrides; the service's rules apply otherwise" },
)

/** The consumer record for the operator. */
export const consumer = shape('consumer', {
  id: operator(text('apc_…')),
  name: operator(text()),
  displayName: operator(nullable(text())),
  group: operator(nullable(text('Its consumers share the budgets of their payee checks'))),
  attests: operator(flag('Its attestations count as proofs where REQUIRE_PROOF requires one')),
  status: operator(one(consumerStatuses)),
  suspendedAt: operator(nullable(moment())),
  limits: operator(as<LimitTexts>(limitsSchema)),
  createdAt: operator(moment()),
  updatedAt: operator(moment()),
})

export type ConsumerRecord = RecordOf<typeof consumer>

const consumerRecord = (row: ConsumerRow): ConsumerRecord => ({
  id: encodeId('consumer', row.id),
  name: row.name,
  displayName: row.display_name,
  group: row.group_name,
  attests: row.attests,
  status: row.suspended_at === null ? 'active' : 'suspended',
  suspendedAt: row.suspended_at,
  limits: limitTexts(row.limits),
  createdAt: readMoment(row.created_at),
  updatedAt: readMoment(row.updated_at),
})

type Deps = {
  db: Database
  write: Write
  newId: () => string
  /** Removes a consumer's keys from this node's cache at once; the other nodes are notified. */
  forget: (consumerId: string) => void
}

export type UpdateConsumerInput = {
  name?: string | undefined
  displayName?: string | null | undefined
  /** Consumers of one group share their budgets of payee checks. */
  group?: string | null | undefined
  attests?: boolean | undefined
}

const nameTaken = () => new SignpostError('consumer_name_taken', { param: 'name' })

/** Another consumer took the name meanwhile. */
function asTaken(error: unknown): never {
  throw uniqueViolationOf(error) === null ? error : nameTaken()
}

const ownFields = ['name', 'display_name', 'attests', 'limits']
/** Of what its consumers share is told to none of them. */
const operatorsFields = { limits: 'operator.limits_changed', group_name: 'operator.group_changed' } as const

/** A consumer's webhooks and its log are of one environment each: both hear of it. The operator's own log hears of its rules too. */
function tell(emit: Change['emit'], row: ConsumerRow, { isSuspended, ...wanted }: ConsumerChange): void {
  const about = consumerPayload(row.id)
  const both = (kind: EntryKind, changed: readonly string[] = []) => {
    for (const livemode of [false, true]) emit(kind, about, { consumerId: row.id, livemode, changed })
  }
  if (isSuspended !== undefined) both(isSuspended ? 'consumer.suspended' : 'consumer.resumed')
  const differs = (name: string) =>
    name in wanted && !isDeepStrictEqual(wanted[name as keyof typeof wanted], row[name as keyof ConsumerRow])
  const changed = ownFields.filter(differs)
  if (changed.length > 0) both('consumer.settings_changed', changed)
  for (const [name, kind] of Object.entries(operatorsFields)) if (differs(name)) emit(kind, about, { consumerId: null })
}

/** Consumer management by the operator. A consumer is named by its id (`apc_…`) or its name. */
export function createConsumers({ db, write, newId, forget }: Deps) {
  /** `change` returns the changes of the locked row; null if there is nothing to change. */
  async function change(
    call: Call,
    which: string,
    change: (row: ConsumerRow, db: Database) => Promise<ConsumerChange | null>,
  ): Promise<ConsumerRecord> {
    requireOperator(call)
    const changed = await write(call, async ({ db, emit }) => {
      const { id } = present(await findConsumer(db, which))
      const row = present(await lockConsumer(db, id))
      const wanted = await change(row, db)
      if (wanted) tell(emit, row, wanted)
      return consumerRecord(wanted === null ? row : await updateConsumer(db, id, wanted).catch(asTaken))
    })
    forget(decodeId('consumer', changed.id)!)
    return changed
  }

  const setSuspended = (call: Call, which: string, isSuspended: boolean) =>
    change(call, which, async (row) => ((row.suspended_at !== null) === isSuspended ? null : { isSuspended }))

  return {
    async create(call: Call, input: { name: string; displayName?: string | null }): Promise<ConsumerRecord> {
      requireOperator(call)
      const name = requireName(input.name)
      const display_name = readLabel(input.displayName, 'displayName')
      return write(call, async ({ db, emit }) => {
        const row = await insertConsumer(db, { id: newId(), name, display_name })
        if (!row) throw nameTaken()
        emit('operator.consumer_created', consumerPayload(row.id), { consumerId: null })
        return consumerRecord(row)
      })
    },

    /** Returns a page, oldest first, after `after`. */
    async list(call: Call, { after, limit }: { after: string | null; limit: number }): Promise<ConsumerRecord[]> {
      requireOperator(call)
      const behind = await requireCursor('consumer', after, async (id) => (await findConsumers(db, [id])).length > 0)
      return (await listConsumers(db, behind, limit)).map(consumerRecord)
    },

    async show(call: Call, which: string): Promise<ConsumerRecord> {
      requireOperator(call)
      return consumerRecord(present(await findConsumer(db, which).catch(throwFromDatabase)))
    },

    /** Absent fields are left unchanged. @throws SignpostError consumer_name_taken */
    update(call: Call, which: string, input: UpdateConsumerInput): Promise<ConsumerRecord> {
      return change(call, which, async (row, db) => {
        const name = input.name === undefined ? row.name : requireName(input.name)
        const other = name === row.name ? undefined : await findConsumerNamed(db, name)
        if (other) throw nameTaken()
        return {
          name,
          display_name:
            input.displayName === undefined ? row.display_name : readLabel(input.displayName, 'displayName'),
          group_name: input.group === undefined ? row.group_name : readLabel(input.group, 'group'),
          attests: input.attests ?? row.attests,
        }
      })
    },

    /** Overrides of quotas, as text; null removes one. */
    setLimits: (call: Call, which: string, limits: Readonly<Record<string, unknown>>): Promise<ConsumerRecord> =>
      change(call, which, async (row) => ({ limits: changeLimits(row.limits, limits) })),

    /**
     * Suspends a consumer. From the commit on its keys are refused and its identities no longer resolve. All data is
     * kept.
     */
    suspend: (call: Call, which: string): Promise<ConsumerRecord> => setSuspended(call, which, true),

    resume: (call: Call, which: string): Promise<ConsumerRecord> => setSuspended(call, which, false),
  }
}

export type Consumers = ReturnType<typeof createConsumers>
