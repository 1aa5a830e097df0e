import { stat } from 'node:fs/promises'
import { type Account, run } from './command.ts'

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
