import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Node } from '../../test/support/replication.ts'

const run = promisify(execFile)

/** Processor milliseconds by process. */
export type Spent = ReadonlyMap<number, number>

/** The processes that it started itself. */
export async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.split('\n').map(Number).filter(Boolean)
}

/** A process with all that it started, and what those did. */
export async function familyOf(pid: number): Promise<number[]> {
  return [pid, ...(await Promise.all((await childrenOf(pid)).map(familyOf))).flat()]
}

/** All threads of it. Not `stat`, which counts in ticks of 10 ms; the process's own `schedstat` is its first thread's. */
async function spentBy(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const each = threads.map(async (thread) => {
    const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '')
    return (Number(text.split(' ')[0]) || 0) / 1e6
  })
  return (await Promise.all(each)).reduce((sum, ms) => sum + ms, 0)
}

/** Processor milliseconds that each of the processes has had. */
export async function spent(pids: readonly number[]): Promise<Spent> {
  return new Map(await Promise.all(pids.map(async (pid) => [pid, await spentBy(pid)] as const)))
}

/** The same of each process of a server. */
export async function processorTime({ cluster }: Pick<Node, 'cluster'>): Promise<Spent> {
  const pid = Number((await readFile(join(cluster.data, 'postmaster.pid'), 'utf8')).split('\n')[0])
  return spent([pid, ...(await childrenOf(pid))])
}

/** What all of them have had between the two. A process that ended meanwhile counts until it was last seen. */
export const spentBetween = (before: Spent, after: Spent): number =>
  [...after].reduce((sum, [pid, at]) => sum + Math.max(0, at - (before.get(pid) ?? 0)), 0)
