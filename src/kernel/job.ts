/** Work that the worker process repeats. */
export type Job = {
  /** A metric's label and a log field: lower case, with hyphens. */
  readonly name: string
  readonly intervalMs: number
  /** Checks for due work, for frequent jobs: cheaper than `run`. */
  readonly isDue?: () => Promise<boolean>
  /** Does all due work; several workers may run it at once. */
  readonly run: () => Promise<void>
}

/** Runs `batch` until it returns less than `limit`. */
export async function drain(limit: number, batch: (limit: number) => Promise<number>): Promise<void> {
  while ((await batch(limit)) >= limit);
}

/** Runs the job if it is due. */
async function runWhatIsDue({ isDue, run }: Job): Promise<void> {
  if (!isDue || (await isDue())) await run()
}

/**
 * Starts the jobs: each at once, then again its interval after it ended. Jobs with a check for due work are asked
 * together, once an interval, unless they are running: separate checks would wake process and database once for each.
 *
 * @returns a function that stops the jobs and resolves once they are idle
 */
export function startJobs(
  jobs: readonly Job[],
  log: { warn(facts: object, message: string): void },
  succeeded: (job: string) => void = () => undefined,
): () => Promise<void> {
  const timers = new Map<Job, NodeJS.Timeout>()
  const running = new Map<Job, Promise<void>>()
  let isStopped = false

  const turn = (job: Job) => {
    const run = runWhatIsDue(job)
      .then(() => succeeded(job.name))
      .catch((error) => log.warn({ job: job.name, error }, 'a job failed and will be retried'))
      .then(() => {
        running.delete(job)
        if (!isStopped && !job.isDue) timers.set(job, setTimeout(turn, job.intervalMs, job))
      })
    running.set(job, run)
  }
  const asked = Map.groupBy(
    jobs.filter(({ isDue }) => isDue),
    ({ intervalMs }) => intervalMs,
  )
  const askAll = (group: readonly Job[]) => {
    for (const job of group) if (!running.has(job)) turn(job)
  }
  const clocks = [...asked].map(([intervalMs, group]) => setInterval(askAll, intervalMs, group))
  for (const job of jobs) turn(job)

  return async () => {
    isStopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    for (const clock of clocks) clearInterval(clock)
    await Promise.all(running.values())
  }
}
