/**
 * Walks rows by id, in batches, until `next` finds none after a given id. A row that changes meanwhile is visited once
 * or not at all, whatever a batch does with its rows.
 */
export async function* walk<Row extends { readonly id: string }>(
  next: (after: string | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  for (let after: string | null = null; ; ) {
    const batch: readonly Row[] = await next(after)
    const last = batch.at(-1)
    if (!last) return
    yield batch
    after = last.id
  }
}
