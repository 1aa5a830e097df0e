import { defineEntity, p } from '@mikro-orm/postgresql'

/** A name that a payer's question is compared with: sealed, and shown to nobody in whole. */
export const PayeeName = defineEntity({
  name: 'PayeeName',
  tableName: 'payee_name',
  properties: {
    id: p.uuid().primary(),
    livemode: p.boolean(),
    identityId: p.uuid(),
    kind: p.text(),
    /** Whose word it is: the owner's (declared) or the operator's (attested). */
    basis: p.text().default('declared'),
    sealed: p.blob(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
})

/** What a consumer, or the group that it belongs to, has asked of one target lately: keyed hashes. */
export const ValueBudget = defineEntity({
  name: 'ValueBudget',
  tableName: 'value_budget',
  properties: {
    subject: p.text().primary(),
    target: p.blob().primary(),
    /** When each value was first asked, in Unix seconds. */
    asked: p.json<Record<string, number>>(),
    /** Whether the last question was a value that had not been asked. */
    isNew: p.boolean(),
    expiresAt: p.datetime(),
  },
})
