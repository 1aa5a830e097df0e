import { Field } from './field.tsx'
import { oneOf, useChoice } from './location.ts'

export const sizes = ['20', '50', '100'] as const
export type Order = 'newest' | 'oldest'

/** The display of lists: the order, which their index has in both directions, and the page size. */
export function useListing(): { order: Order; size: number } {
  const [order] = useChoice('order')
  const [size] = useChoice('size')
  return { order: order === 'oldest' ? 'oldest' : 'newest', size: Number(oneOf(sizes, size) ?? '20') }
}

/** The controls for both. Lists are ordered by creation time only. */
export function ListingControls() {
  const { order, size } = useListing()
  const [, setOrder] = useChoice('order')
  const [, setSize] = useChoice('size')
  return (
    <>
      <Field label="Order">
        {(id) => (
          <select
            id={id}
            value={order}
            onChange={({ target }) => setOrder(target.value === 'oldest' ? 'oldest' : null)}
          >
            <option value="newest">Newest first</option>
            <option value="oldest">Oldest first</option>
          </select>
        )}
      </Field>
      <Field label="Page">
        {(id) => (
          <select
            id={id}
            value={String(size)}
            onChange={({ target }) => setSize(target.value === '20' ? null : target.value)}
          >
            {sizes.map((each) => (
              <option key={each} value={each}>
                {each} rows
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

type Head = readonly [name: string, isWide?: boolean]

/** Visual column headings: a row reads as a sentence. The last column is the order of the list. */
export function Heads({ row, names }: { row: string; names: readonly Head[] }) {
  const { order } = useListing()
  return (
    <div className={`row heads ${row}`} aria-hidden="true">
      {names.map(([name, isWide], index) => (
        <span key={name} className={isWide ? 'wide-only' : ''}>
          {name}
          {index === names.length - 1 && (order === 'newest' ? ' ↓' : ' ↑')}
        </span>
      ))}
      <span />
    </div>
  )
}
