import { type ConnectionArguments, type Page, parseConnection, type RecordPage } from '../../kernel/page.ts'

/** A Relay connection. An edge's cursor is the record's id, so REST and GraphQL page the same way. */
export type Connection<R> = {
  edges: { cursor: string; node: R }[]
  nodes: R[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
  /** True if the list continues in the direction of the page, as in REST. */
  hasMore: boolean
}

/** Reads the page that the arguments name, and makes its connection. @throws SignpostError parameter_invalid */
export async function connected<R extends { id: string }>(
  args: ConnectionArguments,
  read: (page: Page) => Promise<RecordPage<R>>,
): Promise<Connection<R>> {
  const page = parseConnection(args)
  return connectionOf(await read(page), page)
}

function connectionOf<R extends { id: string }>({ records, hasMore }: RecordPage<R>, page: Page): Connection<R> {
  const isForward = page.direction === 'after'
  return {
    edges: records.map((node) => ({ cursor: node.id, node })),
    nodes: records,
    pageInfo: {
      hasNextPage: isForward ? hasMore : page.cursor !== null,
      hasPreviousPage: isForward ? page.cursor !== null : hasMore,
      startCursor: records[0]?.id ?? null,
      endCursor: records.at(-1)?.id ?? null,
    },
    hasMore,
  }
}
