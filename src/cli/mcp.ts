import type { Command } from 'commander'
import { createSignpost } from '../client/client.ts'
import { httpUrl, label, valued } from './options.ts'
import { requireKey } from './resolve.ts'

type Options = { url: string; key?: string; purpose?: string }

/** Speaks the protocol on standard input and output until the input ends; nothing else is printed there. */
async function run({ url, key, purpose }: Options): Promise<void> {
  // One more attempt: whoever waits is a model, and it can ask again.
  const signpost = createSignpost({ apiKey: requireKey(key), baseUrl: url, maxRetries: 1 })
  // The SDK is loaded for this command alone.
  const { serveMcp } = await import('./mcp-server.ts')
  await serveMcp(signpost, purpose)
}

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('Serve look-ups to a language model, over the Model Context Protocol on standard input and output')
    .addOption(valued('--url <url>', 'the service', httpUrl, 'http://127.0.0.1:4000'))
    .option(
      '--key <key>',
      'an API key with the scopes resolve and payee_check; SIGNPOST_KEY in the environment when absent',
    )
    .addOption(valued('--purpose <text>', 'what owners read of the reason of consent requests', label))
    .action(run)
}
