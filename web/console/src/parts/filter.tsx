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
