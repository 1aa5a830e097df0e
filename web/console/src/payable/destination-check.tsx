import { useState } from 'react'
import { guessType } from '../../../../src/registry/endpoints/guess.ts'
import {
  CheckDestinationDocument,
  type CheckDestinationInput,
  type DestinationCheckVerdict,
  type EndpointType,
} from '../generated/documents.ts'
import { BankCodeFields, detailsOf, MemoFields } from '../identities/endpoint-details.tsx'
import { Id } from '../parts/facts.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { counted, endpointTypes } from '../parts/spelling.ts'
import { Check, type Told } from './check.tsx'

/**
 * Checks an account or a wallet address of the payee. Its type is guessed from the text, until the user chooses one.
 */
export function DestinationCheck() {
  const [address, setAddress] = useState('')
  const [chosen, setChosen] = useState<EndpointType | null>(null)
  const guess = guessType(address).toUpperCase() as EndpointType
  const type = chosen ?? guess
  const { details } = endpointTypes[type]
  const isWritten = address.trim() !== ''
  const isShown = isWritten || chosen !== null
  return (
    <Check
      document={CheckDestinationDocument}
      inputOf={(form) => inputOf(type, form)}
      toldOf={({ checkDestination: { verdict, endpointId, changedDays, requestId } }, { destination }) => ({
        ...verdicts[verdict],
        more: (
          <>
            Checked as: {endpointTypes[destination.type].title}.{' '}
            {endpointId && (
              <>
                Endpoint <Id value={endpointId} />
                {changedDays !== null && `, new or changed ${ago(changedDays)}`}.
              </>
            )}
          </>
        ),
        requestId,
      })}
      hint={
        'A destination that is no match costs one of your misses, and so does one that is not checked. The payee sees ' +
        'that you asked, and not which destination.'
      }
    >
      <TextField
        label="Destination"
        name="address"
        placeholder="DE89 3704 0044 0532 0130 00"
        required
        mono
        onChange={setAddress}
        hint="The account of an invoice, or a wallet address that you were sent."
      />
      <SelectField
        label="Type"
        name="type"
        options={[
          ['', isWritten ? `Guessed: ${endpointTypes[guess].title}` : 'Guess it from the destination'],
          ...Object.entries(endpointTypes).map(([type, { title }]) => [type, title] as const),
        ]}
        onChange={(value) => setChosen((value || null) as EndpointType | null)}
        hint="Choose another where the guess is wrong."
      />
      {isShown && details.includes('memo') && <MemoFields />}
      {isShown && details.includes('bankCode') && <BankCodeFields hint="Of an account that is no IBAN." />}
      <TextField
        label="Payer"
        name="payer"
        mono
        hint="Your own reference of the customer who pays: each has a few checks of a payee in 24 hours. Kept as a hash."
      />
    </Check>
  )
}

const verdicts: Record<DestinationCheckVerdict, Told> = {
  MATCH: { word: 'Match', text: 'It is a destination that the payee discloses to you.', tone: 'good' },
  NO_MATCH: {
    word: 'Not registered in this form',
    text:
      'The payee discloses no such destination. An IBAN and its domestic number are two forms. Ask the payee in another ' +
      'way before you pay.',
    tone: 'bad',
  },
  UNAVAILABLE: {
    word: 'Not checked',
    text: 'Nothing was compared. It doesn’t mean that the destination is fine, or that the alias exists.',
    tone: 'calm',
  },
}

const ago = (days: number): string => (days === 0 ? 'today' : `${counted(days, 'day')} ago`)

function inputOf(type: EndpointType, form: FormData): CheckDestinationInput {
  const [details, payer] = [detailsOf(form), textOf(form, 'payer')]
  const destination = { type, address: textOf(form, 'address') ?? '', ...(details ? { details } : {}) }
  return { alias: textOf(form, 'alias') ?? '', destination, ...(payer ? { payer } : {}) }
}
