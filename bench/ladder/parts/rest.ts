import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConnectionFile } from '../../../src/postgres/connection.ts'
import { childrenOf, familyOf, spent, spentBetween } from '../../load/processor-time.ts'
import { startService } from '../../load/service.ts'
import { note } from '../fixture.ts'
import type { Findings } from '../goals.ts'

/** What the start leaves to do (compiled code, PostgreSQL's first checkpoint) is no rest. */
const settlingMs = 20_000

/** Milliseconds of the processor that children had which came and ended meanwhile: PostgreSQL's own workers. */
async function endedChildren(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

async function lookAt(service: number, postmaster: number) {
  const servers = [postmaster, ...(await childrenOf(postmaster))]
  const gateways = (await familyOf(service)).filter((pid) => !servers.includes(pid))
  return { ours: await spent(gateways), postgres: await spent(servers), ended: await endedChildren(postmaster) }
}

type Look = Awaited<ReturnType<typeof lookAt>>

/** Percents of a core between two looks. */
function shares(before: Look, after: Look, elapsedMs: number) {
  const ours = (spentBetween(before.ours, after.ours) / elapsedMs) * 100
  const workers = after.ended - before.ended
  const postgres = ((spentBetween(before.postgres, after.postgres) + workers) / elapsedMs) * 100
  return { ours, postgres }
}

/** Processor time of `npm start` when nobody asks anything: one process with its worker and the embedded PostgreSQL. */
export async function rest(rounds: number, seconds: number): Promise<Findings> {
  const dataDir = await mkdtemp(join(tmpdir(), 'signpost-rest-'))
  const service = await startService({ DATA_DIR: dataDir, RATE_LIMITS: 'on' })
  const both: number[] = []
  const lines: string[] = []
  try {
    const { pid } = (await readConnectionFile(dataDir)) as { pid: number }
    await sleep(settlingMs)
    for (let round = 1; round <= rounds; round++) {
      const [began, before] = [performance.now(), await lookAt(service.process.pid!, pid)]
      await sleep(seconds * 1_000)
      const after = await lookAt(service.process.pid!, pid)
      const { ours, postgres } = shares(before, after, performance.now() - began)
      both.push(ours + postgres)
      lines.push(`${seconds} s: our process ${ours.toFixed(2)} %, PostgreSQL's ${postgres.toFixed(2)} %`)
      note(`rest ${round}/${rounds}: ${lines.at(-1)}`)
    }
  } finally {
    service.process.kill('SIGTERM')
    await service.exited
    await rm(dataDir, { recursive: true, force: true })
  }
  return { figures: [{ name: 'processor time at rest, % of a core', values: both, atMost: 1 }], lines }
}
