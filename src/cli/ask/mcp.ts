import type { Command } from 'commander'
import { createSignpost } from '../../client/client.ts'
import { label, valued } from '../options.ts'
import { urlOption } from './ask.ts'
import { chooseCredentials } from './credentials.ts'

type Options = { url?: string; purpose?: string }

/** Speaks the protocol on standard input and output until the input ends; nothing else may be printed there. */
async function run({ url: named, purpose }: Options): Promise<void> {
  // Its key needs the scopes resolve, payee_check and destination_check.
  const { url, key } = chooseCredentials(named)
  // One retry: a model is waiting, and it can ask again.
  const signpost = createSignpost({ apiKey: key, baseUrl: url, maxRetries: 1 })
  // The SDK is loaded by this command alone.
  const { serveMcp } = await import('./mcp-server.ts')
  await serveMcp(signpost, purpose)
}

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .addOption(urlOption())
    .addOption(valued('--purpose <text>', 'the purpose of consent requests, for their owners', label))
    .action(run)
}
