import { text } from 'node:stream/consumers'
import { CliError, type Commands, httpUrl, valued } from '../options.ts'
import { printable } from '../terminal.ts'
import { explain } from './ask.ts'
import { forgetCredentials, requireKey, standardUrl, storeCredentials } from './credentials.ts'

type Options = { url: string; json?: boolean }

/** Reads a line from the terminal without showing it. */
function prompt(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true).setEncoding('utf8').resume()
  return new Promise((settle, fail) => {
    let line = ''
    const done = (end: () => void) => {
      stdin.setRawMode(false).pause().off('data', read)
      stderr.write('\n')
      end()
    }
    const read = (typed: string) => {
      for (const character of typed) {
        if (character === '\r' || character === '\n') return done(() => settle(line))
        if (character === '\u0003' || character === '\u0004')
          return done(() => fail(new CliError('Nothing was stored.')))
        line = character === '\u007f' || character === '\b' ? line.slice(0, -1) : line + character
      }
    }
    stdin.on('data', read)
  })
}

/**
 * Reads the key from the terminal or standard input. It is never an argument: arguments are visible in the process
 * list.
 */
const readKey = async (): Promise<string> =>
  requireKey((process.stdin.isTTY ? await prompt('API key (it is not shown): ') : await text(process.stdin)).trim())

/** Over http a key travels in clear text, so http is allowed to this machine alone. @throws CliError */
function requireSafe(url: string): string {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return url
  throw new CliError('--url must be https, except for this machine: a key is never sent in clear text.')
}

async function logIn({ url, json = false }: Options): Promise<void> {
  requireSafe(url)
  const key = await readKey()
  const { createSignpost } = await import('../../client/client.ts')
  try {
    const { name, livemode, scopes } = await createSignpost({ apiKey: key, baseUrl: url, maxRetries: 1 }).me()
    const file = storeCredentials({ url, key })
    if (json) console.log(JSON.stringify({ url, consumer: name, livemode, scopes, file }))
    else console.log(`Logged in at ${url} as ${printable(name)}, ${livemode ? 'live' : 'test'} mode: ${file}`)
  } catch (error) {
    await explain(error, { url, json })
  }
}

function logOut({ json }: { json?: boolean }): void {
  const wasThere = forgetCredentials()
  if (json) console.log(JSON.stringify({ logged_out: wasThere }))
  else
    console.log(
      wasThere ? 'The stored key is gone from this machine. It works until it is revoked.' : 'No key is stored.',
    )
}

export const commands: Commands = {
  login: (login) =>
    login
      .addOption(valued('--url <url>', 'the service', httpUrl, standardUrl))
      .option('--json', 'print JSON')
      .action(logIn),
  logout: (logout) => logout.option('--json', 'print JSON').action(logOut),
}
