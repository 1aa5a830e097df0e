import { SignpostError } from '../../kernel/errors.ts'

/** Replaces a function that this process does not have. */
export const notHere = (): never => {
  throw new SignpostError('route_not_found')
}

/** Asynchronous, because a data loader's batch must reject, never throw. */
const refusing = async (): Promise<never> => notHere()

/**
 * Replaces a service that this process does not have.
 *
 * INVARIANT (fail closed): every call, also by a nested field or a reference, answers that there is no such route.
 */
export const absent = <Service extends object>(): Service => new Proxy({} as Service, { get: () => refusing })
