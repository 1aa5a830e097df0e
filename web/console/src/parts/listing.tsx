import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo } from 'react'
import { Field, type Options, SelectField } from './field.tsx'
import { oneOf, useChoice } from './location.ts'

type Props<V> = { label: string; value: string | null; onChoose: (value: string | null) => void } & V

/** One of a few, in the URL by its name, or null: the attributes of its `Filter`. */
export function useFilter<T extends string>(name: string, options: readonly (readonly [value: T, text: string])[]) {
  const [chosen, onChoose] = useChoice(name)
  const values = options.map(([value]) => value)
  return { value: oneOf(values, chosen), options, onChoose }
}

/** Narrows a list, or shows all of it. */
export const Filter = ({ value, options, onChoose, ...rest }: Props<{ options: Options }>) => (
  <SelectField
    value={value ?? ''}
    options={[['', 'All'], ...options]}
    onChange={(each) => onChoose(each || null)}
    {...rest}
  />
)

/** Narrows a list by an id or a text. It is applied on Enter, or when the field loses focus: a part is no filter. */
export const TextFilter = ({ label, value, placeholder, onChoose }: Props<{ placeholder: string }>) => {
  const choose = (text: string) => {
    if (text.trim() !== (value ?? '')) onChoose(text.trim() || null)
  }
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          key={value}
          className={value ? 'set' : ''}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          defaultValue={value ?? ''}
          onBlur={({ currentTarget }) => choose(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && choose(currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** Narrows a list by a day. */
export const DayFilter = ({ label, value, onChoose }: Props<unknown>) => (
  <Field label={label}>
    {(id) => (
      <input id={id} type="date" value={value ?? ''} onChange={({ target }) => onChoose(target.value || null)} />
    )}
  </Field>
)

const spans = [
  ['1', 'Last hour'],
  ['24', 'Last 24 hours'],
  ['168', 'Last 7 days'],
  ['720', 'Last 30 days'],
] as const
const hourMs = 3_600_000

/** The start of the shown records: a choice in the URL, as the range of a list. */
export function useSpan() {
  const span = useFilter('since', spans)
  // One time for all pages of a list.
  const since = useMemo(
    () => (span.value === null ? null : new Date(Date.now() - Number(span.value) * hourMs).toISOString()),
    [span.value],
  )
  const created = useMemo(() => (since === null ? null : { gte: since }), [since])
  return { span, since, created }
}

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
