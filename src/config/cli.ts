import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { type Environment, text } from './environment.ts'

export const cliVariables = {
  SIGNPOST_API_KEY: {
    kind: { ...text, takes: 'an API key' },
    standardShown: 'the one stored by `signpost login`',
    isSecret: true,
    about: 'the key for commands that use a running service: [cli.md](cli.md)',
  },
  SIGNPOST_URL: {
    kind: { ...text, takes: 'a URL' },
    standardShown: 'the one stored by `signpost login`',
    about: 'the URL of that service',
  },
  XDG_CONFIG_HOME: {
    kind: { ...text, takes: 'a folder' },
    standardShown: '`~/.config`',
    about: 'the folder where `signpost login` stores the key',
  },
} as const

/** The folder that a user's programs keep their settings in. Source: the XDG base directory specification. */
const configFolder = (env: Environment): string =>
  env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME) ? env.XDG_CONFIG_HOME : join(homedir(), '.config')

/**
 * The settings of the commands that use a running service. They are separate from the service's configuration, which
 * would take too long to load.
 */
export const readCliConfig = (env: Environment = process.env) => ({
  apiKey: env.SIGNPOST_API_KEY || undefined,
  url: env.SIGNPOST_URL || undefined,
  configFolder: configFolder(env),
})
