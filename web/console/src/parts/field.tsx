import { Plus, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Button, IconButton } from './button.tsx'

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

export type Options = readonly (readonly [value: string, text: string])[]

/** The parts of a field beside the attributes of its element. */
type Labelled = { label: string; hint?: ReactNode }
type Chosen = { onChange?: (value: string) => void }

type TextProps = Omit<ComponentProps<'input'>, 'onChange'> &
  Labelled &
  Chosen & {
    mono?: boolean
    /** Values to choose from; any other may be written. */
    offered?: Options
  }

export const TextField = ({ label, hint, type = 'text', mono, offered, onChange, ...input }: TextProps) => (
  <Field label={label} hint={hint}>
    {(id, describedBy) => (
      <>
        <input
          id={id}
          type={type}
          aria-describedby={describedBy}
          autoComplete="off"
          spellCheck={!mono && type === 'text'}
          className={mono ? 'mono' : ''}
          list={offered && `${id}-offered`}
          onChange={(event) => onChange?.(event.target.value)}
          {...input}
        />
        {offered && (
          <datalist id={`${id}-offered`}>
            {offered.map(([each, text]) => (
              <option key={each} value={each} label={text} />
            ))}
          </datalist>
        )}
      </>
    )}
  </Field>
)

/** Several lines of machine-readable text. */
export const AreaField = ({ label, hint, ...area }: ComponentProps<'textarea'> & Labelled) => (
  <Field label={label} hint={hint}>
    {(id, describedBy) => (
      <textarea
        id={id}
        rows={5}
        aria-describedby={describedBy}
        autoComplete="off"
        spellCheck={false}
        className="mono"
        {...area}
      />
    )}
  </Field>
)

type SelectProps = Omit<ComponentProps<'select'>, 'onChange'> & Labelled & Chosen & { options: Options }

export const SelectField = ({ label, hint, options, onChange, ...select }: SelectProps) => (
  <Field label={label} hint={hint}>
    {(id, describedBy) => (
      <select id={id} aria-describedby={describedBy} onChange={(event) => onChange?.(event.target.value)} {...select}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
)

type CheckProps = Omit<ComponentProps<'input'>, 'type'> & { text: ReactNode; hint?: ReactNode }

/** A box to tick. `children` follow its text. */
export const CheckField = ({ text, hint, children, ...input }: CheckProps) => (
  <label className="check">
    <input type="checkbox" {...input} />
    <span>
      {text}
      {hint && <small>{hint}</small>}
    </span>
    {children}
  </label>
)

type ChoiceProps<T extends string> = {
  legend: string
  name: string
  options: readonly { value: T; text: string; hint: string }[]
  value: T | undefined
  onChange?: (value: T) => void
  children?: ReactNode
}

/** One of a few that differ in what they mean. `children` follow them. */
export const ChoiceField = <T extends string>({ legend, name, options, value, onChange, children }: ChoiceProps<T>) => (
  <fieldset className="choices">
    <legend>{legend}</legend>
    {options.map(({ value: each, text, hint }) => (
      <label key={each} className="choice">
        <input
          type="radio"
          name={name}
          value={each}
          defaultChecked={each === value}
          onChange={() => onChange?.(each)}
        />
        <span>
          {text}
          <small>{hint}</small>
        </span>
      </label>
    ))}
    {children}
  </fieldset>
)

type RowProps = {
  legend: string
  /** One of the rows, for the buttons. */
  name: string
  fewest?: number
  most?: number
  children: (row: number, index: number) => ReactNode
}

/** Rows of fields that can be added and removed. */
export function RowFields({ legend, name, fewest = 0, most = Number.POSITIVE_INFINITY, children }: RowProps) {
  const [rows, setRows] = useState(() => Array.from({ length: fewest }, (_, index) => index + 1))
  return (
    <fieldset className="capability-fields">
      <legend>{legend}</legend>
      {rows.map((row, index) => (
        <div className={`${name}-field`} key={row}>
          {children(row, index)}
          {rows.length > fewest && (
            <IconButton
              icon={X}
              name={`Remove ${name} ${index + 1}`}
              onClick={() => setRows(rows.filter((other) => other !== row))}
            />
          )}
        </div>
      ))}
      {rows.length < most && (
        <Button icon={Plus} text={`Add ${name}`} onClick={() => setRows([...rows, (rows.at(-1) ?? 0) + 1])} />
      )}
    </fieldset>
  )
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (fields: FormData) => unknown }

/** A form that stays on the page when it is sent. */
export const Form = ({ onSubmit, ...form }: FormProps) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit(new FormData(event.currentTarget))
    }}
  />
)

/** A text of a form, or undefined if empty. */
export function textOf(form: FormData, name: string): string | undefined {
  const value = String(form.get(name) ?? '').trim()
  return value === '' ? undefined : value
}

const choices = [
  ['', 'Never'],
  ['1', 'In a day'],
  ['7', 'In a week'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['date', 'On a date …'],
] as const

/** An end time. Read it with `expiryOf`. */
export function ExpiryField({ value = '' }: { value?: (typeof choices)[number][0] }) {
  const [choice, setChoice] = useState<string>(value)
  return (
    <>
      <SelectField label="Expires" name="expiry" options={choices} defaultValue={value} onChange={setChoice} />
      {choice === 'date' && <TextField label="Date and time" name="expiryDate" type="datetime-local" required />}
    </>
  )
}

export function expiryOf(form: FormData): string | null {
  const choice = textOf(form, 'expiry')
  if (choice === undefined) return null
  if (choice === 'date') return new Date(textOf(form, 'expiryDate')!).toISOString()
  return new Date(Date.now() + Number(choice) * 86_400_000).toISOString()
}
