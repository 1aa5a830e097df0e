/** Work that the worker process repeats. `name` is a metric's label and a log field: lower case, with hyphens. `run` does all that is due; several workers may run it at once. */
export type Job = { readonly name: string; readonly intervalMs: number; readonly run: () => Promise<void> }

/** Runs `batch` until one comes back smaller than `limit`. */
export async function drain(limit: number, batch: (limit: number) => Promise<number>): Promise<void> {
  while ((await batch(limit)) >= limit);
}
