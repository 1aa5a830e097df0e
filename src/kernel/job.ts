/** Work that the worker process repeats. `name` is a metric's label and a log field: lower case, with hyphens. `run` does all that is due; several workers may run it at once. */
export type Job = { readonly name: string; readonly intervalMs: number; readonly run: () => Promise<void> }

/** Runs `batch` until one comes back smaller than `limit`. */
export async function drain(limit: number, batch: (limit: number) => Promise<number>): Promise<void> {
  while ((await batch(limit)) >= limit);
}

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
