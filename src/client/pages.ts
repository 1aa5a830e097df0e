export type Page<T> = { object: 'list'; url: string; has_more: boolean; data: T[] }

export type PageQuery = { limit?: number; starting_after?: string; ending_before?: string }

/** A list: awaited, it is the first page; in `for await`, every record from there on. */
export type Pages<T> = Promise<Page<T>> & AsyncIterable<T>

const idOf = (record: unknown): string => (record as { id: string }).id

/**
 * Yields all records, page after page. Each page begins at the last record of the one before, so new records move
 * nothing. With `ending_before` the direction is reversed, older records first.
 */
export function pagesOf<T, Q extends PageQuery>(query: Q, fetchPage: (query: Q) => Promise<Page<T>>): Pages<T> {
  const first = fetchPage(query)
  const isBackward = query.ending_before !== undefined

  async function* records(): AsyncGenerator<T> {
    let page = await first
    while (true) {
      yield* isBackward ? [...page.data].reverse() : page.data
      const last = isBackward ? page.data[0] : page.data.at(-1)
      if (!page.has_more || last === undefined) return
      page = await fetchPage({ ...query, [isBackward ? 'ending_before' : 'starting_after']: idOf(last) })
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: records })
}
