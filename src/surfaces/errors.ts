import type { Server } from 'node:net'
import type { Config } from '../config/config.ts'
import { fromDatabase } from '../database/violations.ts'
import { ReplayedRefusal } from '../events/idempotency.ts'
import { snakeName } from '../kernel/camel.ts'
import { type ErrorCode, SignpostError } from '../kernel/errors.ts'

/** A name is repeated to the caller only if it looks like one. */
const safe = (path: string): { param?: string } => (/^[\w.[\]]{1,128}$/.test(path) ? { param: path } : {})

/** A refusal by the protocol's own rules: its `param` has the spelling of the request. */
export class WireRefusal extends SignpostError {
  constructor(code: ErrorCode, path: string, rule?: string) {
    super(code, { ...safe(path), ...(rule === undefined ? {} : { rule }) })
  }
}

/**
 * Maps any failure to the error that the caller gets. An unexpected failure becomes an internal error; only the log has its
 * cause.
 */
export function toSignpostError(failure: unknown): SignpostError {
  const error = fromDatabase(failure)
  if (error instanceof SignpostError) return error
  return new SignpostError('internal_error', { cause: error })
}

const paramOf = (error: SignpostError, param: string): string =>
  error instanceof WireRefusal ? param : param.split('.').map(snakeName).join('.')

type Place = Pick<Config, 'publicUrl' | 'host' | 'port'>

const local = new Set(['0.0.0.0', '::', '::1', '127.0.0.1'])

/**
 * Returns the configured URL of the service, else this machine's address. The Host header of a request is never used: any client
 * can write it.
 */
export function publicUrlOf({ publicUrl, host, port }: Place, server?: Server): string {
  if (publicUrl !== null) return publicUrl
  const at = server?.address()
  const listening = typeof at === 'object' && at !== null ? at.port : port
  const name = local.has(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${listening}`
}

/** The page that explains an error's code. */
export const docUrlOf = (config: Place, server: Server | undefined, code: ErrorCode): string =>
  `${publicUrlOf(config, server)}/docs/errors#${code}`

/** The canonical envelope as text. `requestId` is public. */
export const errorText = (error: SignpostError, requestId: string, config: Place, server?: Server): string =>
  JSON.stringify({
    error: {
      type: error.type,
      code: error.code,
      message: error.message,
      ...(error.param === undefined ? {} : { param: paramOf(error, error.param) }),
      ...(error.existing === undefined ? {} : { existing: error.existing }),
      doc_url: docUrlOf(config, server, error.code),
      request_id: error instanceof ReplayedRefusal ? error.originalRequestId : requestId,
    },
  })
