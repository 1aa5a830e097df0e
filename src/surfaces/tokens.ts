import { createHash, timingSafeEqual } from 'node:crypto'
import { type Caller, operatorBy } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import type { App } from '../process/compose/context.ts'
import { readSecretFile } from '../vault/key-provider.ts'
import type { Incoming } from './perform.ts'

const mostTokens = 2
const tokenShape = /^[\x21-\x7e]{32,512}$/

/**
 * Reads the tokens of the admin interface: one on each line, two at most, so that a new one works before the old one is
 * removed. @throws Error with a plain message, never the text
 */
export function readAdminTokens(path: string): string[] {
  const tokens = readSecretFile(path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (tokens.length === 0 || tokens.length > mostTokens)
    throw new Error(`ADMIN_TOKEN_FILE must have one or two tokens, one a line: openssl rand -hex 32 makes one.`)
  if (!tokens.every((token) => tokenShape.test(token)))
    throw new Error('A token of ADMIN_TOKEN_FILE must be 32 visible ASCII characters or more.')
  return tokens
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares digests of equal length with every token, so that the time reveals neither the match nor the token. */
export function isOneOf(tokens: readonly string[]): (given: string | undefined) => boolean {
  const known = tokens.map(digest)
  return (given = '') => {
    const asked = digest(given)
    return known.reduce((found, one) => timingSafeEqual(one, asked) || found, false)
  }
}

/** Creates a check of an Authorization header for the token of the metrics. */
export const tokenHolder = (token: string) => isOneOf([`Bearer ${token}`])

const missing = () =>
  new SignpostError('api_key_missing', { rule: 'The admin token is required: send Authorization: Bearer <TOKEN>.' })
const wrong = () =>
  new SignpostError('api_key_invalid', { rule: 'The admin token is not valid. Send Authorization: Bearer <TOKEN>.' })

/**
 * Authenticates the operator of the admin interface by a token. Failures count against the network of the client, like those of
 * API keys; a valid token is always admitted.
 * @throws SignpostError api_key_missing · api_key_invalid · rate_limited
 */
export function operatorByToken(tokens: readonly string[]) {
  const isToken = isOneOf(tokens)
  const operator = operatorBy('admin_api')
  return async ({ limits }: App, { authorization = '', address }: Incoming): Promise<Caller> => {
    const given = /^Bearer +(\S{1,512})$/i.exec(authorization)?.[1]
    if (given !== undefined && isToken(given)) return operator
    await limits.admitFailure(address)
    throw authorization === '' ? missing() : wrong()
  }
}
