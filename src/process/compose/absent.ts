import { SignpostError } from '../../kernel/errors.ts'

/** Stands for a function that this process does not have. */
export const notHere = (): never => {
  throw new SignpostError('route_not_found')
}

/** A batch that fails while it is called would be a fault of the loader. */
const refusing = async (): Promise<never> => notHere()

/**
 * Stands for a service that this process does not have.
 *
 * INVARIANT (fail closed): whatever path leads to it, a nested field or a reference, is told that there is no such route.
 */
export const absent = <Service extends object>(): Service => new Proxy({} as Service, { get: () => refusing })
