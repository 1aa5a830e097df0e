import { type Environment, integer } from './environment.ts'

/** What requests and connections may take, before anything of them is judged. */
export function readTransportConfig(env: Environment) {
  const maxInFlight = integer(env, 'MAX_IN_FLIGHT', 128, { min: 1 })
  return {
    requestTimeoutMs: integer(env, 'REQUEST_TIMEOUT_MS', 10_000, { min: 100 }),
    headersTimeoutMs: integer(env, 'HEADERS_TIMEOUT_MS', 5_000, { min: 100 }),
    /** How long a request's body may take to arrive once its headers are there. */
    bodyTimeoutMs: integer(env, 'BODY_TIMEOUT_MS', 2_000, { min: 100 }),
    /** Connections of one process; one network holds a quarter of them at most. */
    maxConnections: integer(env, 'MAX_CONNECTIONS', 4_096, { min: 4 }),
    shedding: {
      maxInFlight,
      /** Of these, how many one consumer may hold; all callers without a key count as one. */
      maxPerOwner: integer(env, 'MAX_IN_FLIGHT_PER_CONSUMER', Math.max(1, Math.floor(maxInFlight / 4)), { min: 1 }),
      maxDelayMs: integer(env, 'MAX_EVENT_LOOP_DELAY_MS', 200, { min: 1 }),
    },
  }
}
