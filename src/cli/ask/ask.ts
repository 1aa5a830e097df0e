import type { Command } from 'commander'
import type { Signpost } from '../../client/client.ts'
import { httpUrl, valued } from '../options.ts'
import { chooseCredentials } from './credentials.ts'
import { explain } from './refusal.ts'

/** Input of a command that calls a running service: the client, and the choice of JSON output. */
export type CommandContext = { client: Signpost; url: string; json: boolean }

type Common = { url?: string; json?: boolean }

export const urlOption = () =>
  valued('--url <url>', 'the service; SIGNPOST_URL, else the one of signpost login, when absent', httpUrl)

/**
 * Turns a command into a client of a running service: it uses a key and HTTP, like any caller. Its options come before
 * its arguments; `--url` and `--json` are added.
 */
export function ask<O>(
  command: Command,
  work: (asked: CommandContext, options: O, ...args: string[]) => Promise<void>,
): void {
  command.addOption(urlOption()).option('--json', 'print JSON, one object per line')
  command.action(async (...given: unknown[]) => {
    const options = given.at(-2) as O & Common
    const json = options.json === true
    const { url, key } = chooseCredentials(options.url)
    const { createSignpost } = await import('../../client/client.ts')
    const client = createSignpost({ apiKey: key, baseUrl: url, maxRetries: 1 })
    try {
      await work({ client, url, json }, options, ...(given.slice(0, -2) as string[]))
    } catch (error) {
      await explain(error, { url, json })
    }
  })
}
