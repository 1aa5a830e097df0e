import { readdir, readFile } from 'node:fs/promises'

/** Processor milliseconds by process. */
export type Spent = ReadonlyMap<number, number>

/** Counts all threads. The process's `stat` counts in ticks of 10 ms, and its own `schedstat` only the first thread. */
async function spentBy(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const each = threads.map(async (thread) => {
    const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '')
    return (Number(text.split(' ')[0]) || 0) / 1e6
  })
  return (await Promise.all(each)).reduce((sum, ms) => sum + ms, 0)
}

/** CPU time of each process in milliseconds. */
export const spent = async (pids: readonly number[]): Promise<Spent> =>
  new Map(await Promise.all(pids.map(async (pid) => [pid, await spentBy(pid)] as const)))

/** CPU milliseconds between the two. A process that ended meanwhile counts until it was last seen. */
export const spentBetween = (before: Spent, after: Spent): number =>
  [...after].reduce((sum, [pid, at]) => sum + Math.max(0, at - (before.get(pid) ?? 0)), 0)

/** The memory of a process in MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}
