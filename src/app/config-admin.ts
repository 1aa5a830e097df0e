import { ConfigError, type Environment, integer } from './environment.ts'

/** Where the operator's interface listens, and the file with its tokens; null where there is none. */
export type AdminConfig = { host: string; port: number; tokenFile: string } | null

export function readAdminConfig(env: Environment): AdminConfig {
  if (!env.ADMIN_PORT) return null
  const port = integer(env, 'ADMIN_PORT', 0, { max: 65_535 })
  const tokenFile = env.ADMIN_TOKEN_FILE
  if (!tokenFile)
    throw new ConfigError('ADMIN_PORT needs ADMIN_TOKEN_FILE: a file with a token of 32 characters or more.')
  return { host: env.ADMIN_HOST || '127.0.0.1', port, tokenFile }
}
