import type { ReactElement } from 'react'
import type { DetailName } from '../../../../src/registry/endpoints/details/details.ts'
import type { BankCodeScheme, EndpointDetailsInput, EndpointType, MemoType } from '../generated/documents.ts'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { endpointTypes } from '../parts/spelling.ts'

const schemes = [
  ['', 'None'],
  ['BIC', 'BIC'],
  ['ABA', 'ABA routing number'],
  ['SORT_CODE', 'Sort code'],
  ['IFSC', 'IFSC'],
  ['BSB', 'BSB'],
  ['CLABE', 'CLABE'],
] as const
const memoTypes = [
  ['', 'Detect it'],
  ['TEXT', 'Text'],
  ['ID', 'Id'],
  ['HASH', 'Hash'],
] as const

export const BankCodeFields = ({ hint }: { hint?: string }) => (
  <div className="pair">
    <SelectField label="Bank code" name="scheme" options={schemes} hint={hint} />
    <TextField label="Code" name="code" mono />
  </div>
)

export const MemoFields = () => (
  <div className="pair">
    <TextField label="Memo" name="memo" mono hint="For XRP: the destination tag." />
    <SelectField label="Kind of memo" name="memo-type" options={memoTypes} hint="For Stellar." />
  </div>
)

const textFields: Partial<Record<DetailName, ReactElement>> = {
  holderName: <TextField key="holder" label="Account holder" name="holder" />,
  operator: <TextField key="operator" label="Operator" name="operator" placeholder="M-Pesa" />,
  country: <TextField key="country" label="Country" name="country" placeholder="DE" hint="Two letters." mono />,
}

/** The details that a payment needs beside the address, for types that have them. */
export function EndpointDetails({ type }: { type: EndpointType }) {
  const { details } = endpointTypes[type]
  if (details.length === 0) return null
  const texts = details.flatMap((name) => textFields[name] ?? [])
  return (
    <fieldset className="capability-fields" key={type}>
      <legend>Details of the address</legend>
      {texts.length > 0 && <div className="pair">{texts}</div>}
      {details.includes('bankCode') && <BankCodeFields />}
      {details.includes('memo') && <MemoFields />}
      <p className="hint">Encrypted with the address, and sent only in a release. It can’t be changed later.</p>
    </fieldset>
  )
}

/** The given details; undefined if none were. */
export function detailsOf(form: FormData): EndpointDetailsInput | undefined {
  const scheme = textOf(form, 'scheme') as BankCodeScheme | undefined
  const all: EndpointDetailsInput = {
    holderName: textOf(form, 'holder'),
    country: textOf(form, 'country'),
    // A code without its scheme goes to the service, which reports the missing field.
    bankCode: scheme ? { scheme, value: textOf(form, 'code') ?? '' } : undefined,
    memo: textOf(form, 'memo'),
    memoType: textOf(form, 'memo-type') as MemoType | undefined,
    operator: textOf(form, 'operator'),
  }
  const given = Object.entries(all).filter(([, value]) => value !== undefined)
  return given.length > 0 ? Object.fromEntries(given) : undefined
}
