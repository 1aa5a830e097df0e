import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'

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

/** The system user that is created when Signpost runs as root: PostgreSQL refuses to run as root. */
export const accountName = 'signpost-pg'

/**
 * Chooses the user of PostgreSQL: this process's user; or, for root, the owner of an existing cluster, else the system
 * user `signpost-pg`, which is created if absent.
 */
export async function chooseAccount(cluster: string, onProgress: (message: string) => void): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(cluster).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const known = await lookUp()
  if (known) return known
  onProgress(`PostgreSQL does not run as root: making the system user ${accountName} for it`)
  return makeAccount()
}

async function makeAccount(): Promise<Account> {
  const flags = ['--system', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  const attempts = [
    await run('useradd', [...flags, '--user-group', accountName]),
    (await lookUp()) ? null : await run('adduser', ['--system', '--group', '--no-create-home', accountName]),
  ]
  const account = await lookUp()
  if (account) return account
  const said = attempts.map((attempt) => attempt?.output.trim()).join('; ')
  throw new Error(
    `The system user ${accountName} could not be made (${said}). Make it, or run as another user than root.`,
  )
}

async function lookUp(): Promise<Account | null> {
  const [user, group] = await Promise.all([run('id', ['-u', accountName]), run('id', ['-g', accountName])])
  if (user.code !== 0 || group.code !== 0) return null
  return { uid: Number(user.output), gid: Number(group.output) }
}
