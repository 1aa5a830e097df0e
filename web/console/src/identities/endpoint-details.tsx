import type { BankCodeScheme, EndpointDetailsInput, EndpointType, MemoType } from '../generated/documents.ts'
import { SelectField, TextField, textOf } from '../parts/field.tsx'

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

const Country = () => <TextField label="Country" name="country" placeholder="DE" hint="Two letters." mono />

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

const fields: Partial<Record<EndpointType, () => React.ReactNode>> = {
  BANK_ACCOUNT: () => (
    <>
      <div className="pair">
        <TextField label="Account holder" name="holder" />
        <Country />
      </div>
      <BankCodeFields />
    </>
  ),
  CRYPTO_WALLET: MemoFields,
  MOBILE_MONEY: () => (
    <div className="pair">
      <TextField label="Operator" name="operator" placeholder="M-Pesa" />
      <Country />
    </div>
  ),
}

/** The details that a payment needs beside the address, for types that have them. */
export function EndpointDetails({ type }: { type: EndpointType }) {
  const Fields = fields[type]
  if (!Fields) return null
  return (
    <fieldset className="capability-fields" key={type}>
      <legend>Details of the address</legend>
      <Fields />
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
