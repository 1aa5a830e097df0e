import { randomUUID } from 'node:crypto'
import { type Call, type Caller, nobody, systemCall } from '../../src/kernel/call.ts'

/** A call of a caller, by default with every scope, as the gate would make it. */
export const callOf = <More extends Partial<Call>>(caller: Partial<Caller>, more = {} as More): Call & More =>
  Object.assign(systemCall({ ...nobody, scopes: ['*'], ...caller }, randomUUID()), more)
