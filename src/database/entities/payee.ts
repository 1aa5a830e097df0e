import { defineEntity, p } from '@mikro-orm/postgresql'

/** A name that checks compare with: sealed, and never disclosed in full. */
export const PayeeName = defineEntity({
  name: 'PayeeName',
  tableName: 'payee_name',
  properties: {
    id: p.uuid().primary(),
    livemode: p.boolean(),
    identityId: p.uuid(),
    kind: p.text(),
    /** Source of the name: the owner (declared) or the operator (attested). */
    basis: p.text().default('declared'),
    sealed: p.blob(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
})

/** Recent checks of one target by a consumer, or by its group: keyed hashes. */
export const ValueBudget = defineEntity({
  name: 'ValueBudget',
  tableName: 'value_budget',
  properties: {
    subject: p.text().primary(),
    target: p.blob().primary(),
    /** The first check of each value, in Unix seconds. */
    asked: p.json<Record<string, number>>(),
    expiresAt: p.datetime(),
  },
})
