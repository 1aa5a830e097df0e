import { type Call, operatorBy } from '../kernel/call.ts'
import type { App } from '../process/compose/context.ts'

/** The operator at the command line, without a request. */
export const operatorCall = ({ newId }: Pick<App, 'newId'>): Call => ({
  caller: operatorBy('cli'),
  requestId: newId(),
  idempotency: null,
  release: 'at once',
  replayed: false,
})
