import { type Call, operatorBy, systemCall } from '../kernel/call.ts'
import type { App } from '../process/compose/context.ts'

/** The operator at the command line, without a request. */
export const operatorCall = ({ newId }: Pick<App, 'newId'>): Call => systemCall(operatorBy('cli'), newId())
