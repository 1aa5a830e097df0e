import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type ComponentProps, Fragment, type ReactNode, useEffect, useState } from 'react'
import { type AnyVariables, useQuery } from 'urql'
import type { PageFieldsFragment } from '../generated/documents.ts'
import { Button } from './button.tsx'
import { Clock, dayOf } from './facts.tsx'
import { type Order, useListing } from './listing.tsx'
import { Empty } from './page.tsx'
import { Problem } from './problem.tsx'
import { type Names, useNames } from './record.tsx'

export type Connection<N> = {
  edges: { node: N }[]
  pageInfo: PageFieldsFragment
}

type Place = { first: number | null; after: string | null; last: number | null; before: string | null }

/** The page to read: the one after a cursor, in the order of the list. */
const placeOf = (order: Order, size: number, cursor: string | null): Place =>
  order === 'newest'
    ? { first: size, after: cursor, last: null, before: null }
    : { first: null, after: null, last: size, before: cursor }

type Source<D, V, N> = {
  document: TypedDocumentNode<D, V>
  variables: Omit<V, keyof Place>
  /** The variables that narrow the list. A change of them begins it again. */
  filters?: Partial<Omit<V, keyof Place>>
  connectionOf: (data: D) => Connection<N> | undefined
  /** Milliseconds until a page is read again, or null if nothing on it is about to change. */
  refreshMs?: (nodes: N[]) => number | null
}

type Props<D, V, N> = Source<D, V, N> & {
  /** `before` is the last record of the page before. */
  children: (nodes: N[], before: N | null) => ReactNode
  empty: ComponentProps<typeof Empty>
}

/**
 * A Relay connection, page by page; `children` renders the list items of a page. Each page begins after the last record
 * of the one before, also after that was read again: nothing is left out or repeated when records are added or removed.
 */
function Pages<D, V extends AnyVariables, N>(props: Props<D, V, N>) {
  const { order, size } = useListing()
  return <Page key={JSON.stringify([order, size, props.filters])} {...props} after={null} before={null} />
}

/** The pages that were open at a URL: a return finds them there. */
const continued = new Set<string>()

function Page<D, V extends AnyVariables, N>(props: Props<D, V, N> & { after: string | null; before: N | null }) {
  const { document, variables, filters = {}, after, before, connectionOf, children, empty, refreshMs } = props
  const place = `${location.hash} ${after}`
  const [isContinued, setContinued] = useState(() => continued.has(place))
  const { order, size } = useListing()
  const [{ data, error, stale, fetching }, ask] = useQuery<D, V>({
    query: document,
    variables: { ...filters, ...variables, ...placeOf(order, size, after) } as unknown as V,
  })
  const connection = data && connectionOf(data)
  const inOrder = connection?.edges.map(({ node }) => node) ?? []
  const nodes = order === 'newest' ? inOrder : inOrder.toReversed()

  const delay = connection && refreshMs ? refreshMs(nodes) : null
  useEffect(() => {
    if (delay === null || stale || fetching) return
    const timer = setTimeout(() => ask({ requestPolicy: 'network-only' }), delay)
    return () => clearTimeout(timer)
  }, [delay, stale, fetching, ask])

  const retry = () => ask({ requestPolicy: 'network-only' })
  if (!connection) return <li className="plain">{error ? <Problem error={error} onRetry={retry} /> : <Waiting />}</li>
  if (nodes.length === 0 && after === null) {
    const isNarrowed = Object.values(filters).some((value) => value !== null)
    return (
      <li className="plain">
        <Empty {...empty} isNarrowed={isNarrowed} />
      </li>
    )
  }
  const { pageInfo } = connection
  const isMore = order === 'newest' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage
  const end = order === 'newest' ? pageInfo.endCursor : pageInfo.startCursor
  return (
    <>
      {after !== null && <NewPage count={nodes.length} />}
      {children(nodes, before)}
      {error && (
        <li className="plain">
          <Problem error={error} onRetry={retry} />
        </li>
      )}
      {isMore && !isContinued && (
        <li className="plain more">
          <Button text="Load more" onClick={() => setContinued(continued.add(place).has(place))} />
        </li>
      )}
      {isMore && isContinued && <Page {...props} after={end} before={nodes.at(-1) ?? null} />}
    </>
  )
}

/** Takes the focus that the button "Load more" had. */
function NewPage({ count }: { count: number }) {
  return (
    <li className="plain visually-hidden" tabIndex={-1} ref={(item) => item?.focus({ preventScroll: true })}>
      {count} more
    </li>
  )
}

export const Waiting = () => (
  <div className="skeleton" role="status">
    <span className="visually-hidden">Loading …</span>
    <i />
    <i />
    <i />
  </div>
)

type Records<D, V, N> = Omit<Props<D, V, N>, 'children'>
type ItemProps<N> = {
  /** The other records that an item names. */
  namedIn?: (node: N) => readonly string[]
  itemOf: (node: N, names: Names) => ReactNode
}
type ListProps<D, V, N> = Records<D, V, N> & ItemProps<N> & { className?: string; children?: ReactNode }

/** Pages as one list. `children` follow the records. */
export const RecordList = <D, V extends AnyVariables, N extends { id: string }>({
  className = 'rows card',
  namedIn = () => [],
  itemOf,
  children,
  ...pages
}: ListProps<D, V, N>) => (
  <ul className={className}>
    <Pages {...pages}>{(nodes) => <Items {...{ nodes, namedIn, itemOf }} />}</Pages>
    {children}
  </ul>
)

function Items<N extends { id: string }>({ nodes, namedIn, itemOf }: Required<ItemProps<N>> & { nodes: N[] }) {
  const names = useNames(nodes.flatMap(namedIn))
  return nodes.map((node) => <Fragment key={node.id}>{itemOf(node, names)}</Fragment>)
}

type TimelineProps<D, V, N> = Records<D, V, N> & { itemOf: (node: N) => ReactNode; atOf: (node: N) => string }

/** Pages as a log: a day stands before the first of its records. */
export const Timeline = <D, V extends AnyVariables, N extends { id: string }>({
  itemOf,
  atOf,
  ...pages
}: TimelineProps<D, V, N>) => (
  <ol className="timeline">
    <Pages {...pages}>
      {(nodes, before) =>
        nodes.map((node, index) => {
          const [day, last] = [node, nodes[index - 1] ?? before].map((each) => each && dayOf(atOf(each)))
          return (
            <Fragment key={node.id}>
              {day !== last && <li className="day">{day}</li>}
              {itemOf(node)}
            </Fragment>
          )
        })
      }
    </Pages>
  </ol>
)

type MomentProps = { at: string; className?: string; children: ReactNode }

/** An entry of a log, with its time of day. */
export const Moment = ({ at, className = 'moment', children }: MomentProps) => (
  <li className={className}>
    <span className="at">
      <Clock at={at} />
    </span>
    <div>{children}</div>
  </li>
)
