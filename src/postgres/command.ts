import { spawn } from 'node:child_process'

/** The operating-system user of PostgreSQL; null if it is the user of this process. */
export interface Account {
  uid: number
  gid: number
}

export interface CommandResult {
  code: number
  output: string
}

const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/**
 * Runs a program to its end, in a separate session, and returns its exit code and all its output. A program that can't
 * be started exits with 127.
 *
 * INVARIANT (scrubbed environment): no variable of this process reaches the program or its children.
 */
export function run(
  file: string,
  args: readonly string[],
  { account = null, input = '' }: { account?: Account | null; input?: string } = {},
): Promise<CommandResult> {
  return new Promise((settle) => {
    const child = spawn(file, args, { ...account, cwd: '/', env: environment, detached: true })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', (error) => settle({ code: 127, output: error.message }))
    child.on('close', (code) => settle({ code: code ?? 128, output }))
  })
}

/** Like {@link run}, but throws on failure, with the program's output. */
export async function must(
  file: string,
  args: readonly string[],
  options: { account?: Account | null; input?: string } = {},
): Promise<string> {
  const { code, output } = await run(file, args, options)
  if (code !== 0) throw new Error(`${file} failed (${code}): ${output.trim()}`)
  return output
}
