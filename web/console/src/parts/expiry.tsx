import { useState } from 'react'
import { SelectField, TextField, textOf } from './field.tsx'

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
