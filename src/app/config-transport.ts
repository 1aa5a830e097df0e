import { type Environment, integer } from './environment.ts'

/** What requests and connections may take, before anything of them is judged. */
export function readTransportConfig(env: Environment) {
  return {
    requestTimeoutMs: integer(env, 'REQUEST_TIMEOUT_MS', 10_000, { min: 100 }),
    headersTimeoutMs: integer(env, 'HEADERS_TIMEOUT_MS', 5_000, { min: 100 }),
    /** Connections of one process; one network holds a quarter of them at most. */
    maxConnections: integer(env, 'MAX_CONNECTIONS', 4_096, { min: 4 }),
    /** Requests at work at once; the rest waits in turn. */
    maxInFlight: integer(env, 'MAX_IN_FLIGHT', 128, { min: 1 }),
  }
}
