import type { Command } from 'commander'
import { readConfig } from '../app/config.ts'
import { CliError } from './failure-text.ts'
import { invocation, starting } from './invocation.ts'
import { httpUrl, valued } from './options.ts'

type Options = { url: string; key?: string; json?: boolean }

type Endpoint = { type: string; address?: string; last4?: string; url?: string; masked?: string }

/** The key that was given, or that of the environment. @throws CliError */
export function requireKey(given: string | undefined): string {
  const key = given ?? readConfig().cliKey
  if (!key) throw new CliError('A key is needed: --key, or SIGNPOST_KEY in the environment.')
  if (!/^spk_(?:test|live)_\w+$/.test(key))
    throw new CliError('The key is no API key: one is like spk_test_…, copied whole.')
  return key
}

/** Asks a running service, as any caller would: with a key, over HTTP. */
async function run(alias: string, { url, key, json }: Options): Promise<void> {
  const secret = requireKey(key)
  const response = await fetch(new URL('/v1/resolve', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ alias }),
  }).catch(() => {
    throw new CliError(
      `Nothing answers at ${new URL(url).origin}: start the service with ${starting()}, or name another with --url.`,
    )
  })
  // A body that isn't JSON is not repeated: JSON's own error quotes it.
  const answer = (await response.json().catch(() => {
    throw new CliError('What answers there is not Signpost: its answer is not JSON.')
  })) as {
    error?: { code: string; message: string }
    identity: string
    endpoints: Endpoint[]
  }
  if (!answer?.error && !Array.isArray(answer?.endpoints)) throw new CliError('What answers there is not Signpost.')
  if (json) console.log(JSON.stringify(answer))
  else if (answer.error) {
    console.error(`${answer.error.code}: ${answer.error.message}`)
    if (response.status === 401) console.error(`Keys are made by: ${invocation()} keys create --help`)
  } else {
    console.log(answer.identity)
    for (const endpoint of answer.endpoints) {
      console.log(
        `  ${endpoint.type}  ${endpoint.address ?? endpoint.url ?? endpoint.masked ?? (endpoint.last4 ? `••••${endpoint.last4}` : '')}`,
      )
    }
  }
  if (answer.error) process.exitCode = response.status === 404 ? 1 : 2
}

export function addResolve(program: Command): void {
  program
    .command('resolve <alias>')
    .description('Resolve an alias at a running service')
    .addOption(valued('--url <url>', 'the service', httpUrl, 'http://127.0.0.1:4000'))
    .option('--key <key>', 'an API key; SIGNPOST_KEY in the environment when absent')
    .option('--json', 'print the answer as it came')
    .action(run)
}
