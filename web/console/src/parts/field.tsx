import { type ReactNode, useId } from 'react'

type Props = { label: string; hint?: ReactNode; children: (id: string, describedBy: string | undefined) => ReactNode }

/** A label with its control, and a hint that screen readers read with it. */
export function Field({ label, hint, children }: Props) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id, hint ? hintId : undefined)}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

type TextProps = {
  label: string
  name: string
  hint?: ReactNode
  type?: string
  placeholder?: string
  isRequired?: boolean
  value?: string
  mono?: boolean
  step?: string
  /** The keyboard on a phone. */
  inputMode?: 'numeric' | 'decimal'
  onChange?: (value: string) => void
}

export const TextField = ({
  label,
  name,
  hint,
  type = 'text',
  placeholder,
  isRequired,
  value,
  mono,
  inputMode,
  step,
  onChange,
}: TextProps) => (
  <Field label={label} hint={hint}>
    {(id, describedBy) => (
      <input
        id={id}
        name={name}
        type={type}
        inputMode={inputMode}
        step={step}
        placeholder={placeholder}
        required={isRequired}
        defaultValue={value}
        aria-describedby={describedBy}
        autoComplete="off"
        spellCheck={!mono && type === 'text'}
        className={mono ? 'mono' : ''}
        onChange={(event) => onChange?.(event.target.value)}
      />
    )}
  </Field>
)

type AreaProps = Pick<TextProps, 'label' | 'name' | 'hint' | 'placeholder' | 'isRequired'> & { rows?: number }

/** Several lines of machine-readable text. */
export const AreaField = ({ label, name, hint, placeholder, isRequired, rows = 5 }: AreaProps) => (
  <Field label={label} hint={hint}>
    {(id, describedBy) => (
      <textarea
        id={id}
        name={name}
        rows={rows}
        placeholder={placeholder}
        required={isRequired}
        aria-describedby={describedBy}
        autoComplete="off"
        spellCheck={false}
        className="mono"
      />
    )}
  </Field>
)

type SelectProps = {
  label: string
  name: string
  options: readonly (readonly [value: string, text: string])[]
  hint?: ReactNode
  value?: string
  onChange?: (value: string) => void
}

export const SelectField = ({ label, name, options, hint, value, onChange }: SelectProps) => (
  <Field label={label} hint={hint}>
    {(id, describedBy) => (
      <select
        id={id}
        name={name}
        defaultValue={value}
        aria-describedby={describedBy}
        onChange={(event) => onChange?.(event.target.value)}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
)

/** A text of a form, or undefined if empty. */
export function textOf(form: FormData, name: string): string | undefined {
  const value = String(form.get(name) ?? '').trim()
  return value === '' ? undefined : value
}
