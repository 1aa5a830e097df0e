import type { Database } from '../../database/orm.ts'
import { drain, type Job } from '../../kernel/job.ts'
import { recoverSome, removeOld } from '../deliveries/store.ts'
import { webhookLimits } from '../rules.ts'

const recoverBatch = 500
const removeBatch = 1_000

/** The jobs of the worker: the service's own, and the deliveries'. */
export const workerJobs = ({ db, jobs }: { db: Database; jobs: readonly Job[] }, wake: () => void): readonly Job[] => [
  ...jobs,
  {
    name: 'recover-deliveries',
    intervalMs: 1_000,
    run: async () => {
      for (let queued = await recoverSome(db, recoverBatch); queued !== null; ) {
        wake()
        queued = await recoverSome(db, recoverBatch)
      }
    },
  },
  {
    name: 'purge-deliveries',
    intervalMs: 600_000,
    run: () => drain(removeBatch, (limit) => removeOld(db, webhookLimits.retentionDays, limit)),
  },
]

/** Starts the jobs: each at once, then again that long after it ended. @returns how to stop them, once they are idle */
export function startJobs(
  jobs: readonly Job[],
  log: { warn(facts: object, message: string): void },
  succeeded: (job: string) => void = () => undefined,
): () => Promise<void> {
  const timers = new Map<Job, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let isStopped = false

  const turn = (job: Job) => {
    const run = job
      .run()
      .then(() => succeeded(job.name))
      .catch((error) => log.warn({ job: job.name, error }, 'a job failed and will be tried again'))
      .then(() => {
        running.delete(run)
        if (!isStopped) timers.set(job, setTimeout(turn, job.intervalMs, job))
      })
    running.add(run)
  }
  for (const job of jobs) turn(job)

  return async () => {
    isStopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    await Promise.all(running)
  }
}
