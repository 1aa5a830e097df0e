import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Environment } from './environment.ts'

/** Where this user's programs keep what they remember. Source: the XDG base directory specification. */
const configFolder = (env: Environment): string =>
  env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME) ? env.XDG_CONFIG_HOME : join(homedir(), '.config')

/**
 * What the commands that ask a running service take of the environment. It stands apart from the service's configuration,
 * which takes longer to load than such a command may take to start.
 */
export const readCliConfig = (env: Environment = process.env) => ({
  apiKey: env.SIGNPOST_API_KEY || env.SIGNPOST_KEY || undefined,
  url: env.SIGNPOST_URL || undefined,
  configFolder: configFolder(env),
})
