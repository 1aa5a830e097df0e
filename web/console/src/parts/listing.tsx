import { ArrowDown, ArrowUp } from 'lucide-react'
import { SelectField } from './field.tsx'
import { oneOf, useChoice } from './location.ts'

const sizes = ['20', '50', '100'] as const
export type Order = 'newest' | 'oldest'

/** The display of lists: the order, which their index has in both directions, and the page size. */
export function useListing(): { order: Order; size: number } {
  const [order] = useChoice('order')
  const [size] = useChoice('size')
  return { order: order === 'oldest' ? 'oldest' : 'newest', size: Number(oneOf(sizes, size) ?? '20') }
}

/** Turns the order of a list. Lists are ordered by creation time only. */
function OrderButton({ text }: { text: string }) {
  const { order } = useListing()
  const [, setOrder] = useChoice('order')
  const isNewest = order === 'newest'
  const name = isNewest ? 'newest first' : 'oldest first'
  return (
    <button
      type="button"
      className="order"
      aria-label={`${text}, ${name}`}
      onClick={() => setOrder(isNewest ? 'oldest' : null)}
    >
      {text}
      {isNewest ? <ArrowDown /> : <ArrowUp />}
    </button>
  )
}

/** The page size and the order. A list with column headings has its order there. */
export function ListingControls({ hasHeads = false }: { hasHeads?: boolean }) {
  const { size } = useListing()
  const [, setSize] = useChoice('size')
  return (
    <>
      <SelectField
        label="Page"
        value={String(size)}
        options={sizes.map((each) => [each, `${each} rows`])}
        onChange={(each) => setSize(each === '20' ? null : each)}
      />
      {!hasHeads && <OrderButton text="Created" />}
    </>
  )
}

type Head = readonly [name: string, isWide?: boolean]

/** Column headings for the eye: a row reads as a sentence. The last one turns the order of the list. */
export const Heads = ({ row, names }: { row: string; names: readonly Head[] }) => (
  <div className={`row heads ${row}`}>
    {names.slice(0, -1).map(([name, isWide]) => (
      <span key={name} aria-hidden="true" className={isWide ? 'wide-only' : ''}>
        {name}
      </span>
    ))}
    <OrderButton text={names.at(-1)![0]} />
  </div>
)
