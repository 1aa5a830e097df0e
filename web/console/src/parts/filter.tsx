import { Field } from './field.tsx'

type Props = {
  label: string
  value: string | null
  options: readonly (readonly [value: string, text: string])[]
  onChoose: (value: string | null) => void
}

/** Narrows a list, or shows all of it. */
export const Filter = ({ label, value, options, onChoose }: Props) => (
  <Field label={label}>
    {(id) => (
      <select id={id} value={value ?? ''} onChange={(event) => onChoose(event.target.value || null)}>
        <option value="">All</option>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
)

type TextProps = {
  label: string
  value: string | null
  placeholder: string
  onChoose: (value: string | null) => void
}

/** Narrows a list by an id or a text. It is applied on Enter, or when the field loses focus: a part is no filter. */
export const TextFilter = ({ label, value, placeholder, onChoose }: TextProps) => {
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
