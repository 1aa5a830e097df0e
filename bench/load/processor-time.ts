import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Node } from '../../test/support/replication.ts'

const run = promisify(execFile)

/** Processor milliseconds that each process of a server has had. */
export async function processorTime({ cluster }: Pick<Node, 'cluster'>): Promise<Map<string, number>> {
  const pid = (await readFile(join(cluster.data, 'postmaster.pid'), 'utf8')).split('\n')[0]!
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', pid])
  const pids = [pid, ...stdout.split('\n').map((line) => line.trim())].filter((text) => text !== '')
  const each = pids.map(async (one) => {
    // Not `stat`, which counts in ticks of 10 ms.
    const text = await readFile(`/proc/${one}/schedstat`, 'utf8').catch(() => '')
    return [one, (Number(text.split(' ')[0]) || 0) / 1e6] as const
  })
  return new Map(await Promise.all(each))
}

/** What all of them have had between the two. */
export const spentBetween = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number =>
  [...after].reduce((sum, [pid, at]) => sum + Math.max(0, at - (before.get(pid) ?? 0)), 0)
