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
