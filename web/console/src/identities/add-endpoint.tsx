import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { CreateEndpointDocument, type EndpointType, type PrivacyLevel } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { levelOptions } from '../parts/privacy.tsx'
import { endpointTypes } from '../parts/spelling.ts'
import { detailsOf, EndpointDetails } from './endpoint-details.tsx'
import { fieldsOf, proofOf } from './endpoint-form.ts'
import { endpointIcons } from './endpoint-icons.ts'
import { WalletProof } from './wallet-proof.tsx'

const examples: Record<EndpointType, string> = {
  CRYPTO_WALLET: '0x…',
  BANK_ACCOUNT: 'DE89 3704 0044 0532 0130 00',
  MOBILE_MONEY: '+254 712 345 678',
  PAYMENT_POINTER: '$pay.example.com/alice',
  UPI: 'alice@bank',
  PIX_KEY: 'alice@example.com',
  LIGHTNING_ADDRESS: 'alice@pay.example.com',
}

export function AddEndpoint({ identity, onClose }: { identity: string; onClose: () => void }) {
  const { act, isBusy, error } = useAct(CreateEndpointDocument)
  const [type, setType] = useState<EndpointType | null>(null)

  async function add(form: FormData) {
    if (!type) return
    const [details, proof] = [detailsOf(form), proofOf(form)]
    const privacyLevel = textOf(form, 'level') as PrivacyLevel | undefined
    const input = {
      identity,
      type,
      ...fieldsOf(form),
      priority: Number(textOf(form, 'priority') ?? 0),
      ...(details ? { details } : {}),
      ...(proof ? { proof } : {}),
      ...(privacyLevel ? { privacyLevel } : {}),
    }
    if (await act({ input }, 'Endpoint added')) onClose()
  }

  return (
    <FormDialog
      title="Add endpoint"
      action="Add endpoint"
      onSubmit={add}
      isWide
      isBusy={isBusy || !type}
      {...{ error, onClose }}
    >
      <Types chosen={type} onChoose={setType} />
      {type && (
        <>
          <TextField
            label="Address"
            name="address"
            placeholder={examples[type]}
            isRequired
            mono
            hint="Encrypted when saved; nobody can read it again, including you."
          />
          <div className="pair">
            <SelectField label="Privacy level" name="level" options={levels} />
            <TextField label="Priority" name="priority" type="number" value="0" hint="Higher comes first." />
          </div>
          <EndpointDetails type={type} />
          <Capabilities />
          {type === 'CRYPTO_WALLET' && <WalletProof identity={identity} />}
        </>
      )}
    </FormDialog>
  )
}

const levels = [['', 'The identity’s default'] as const, ...levelOptions]

type TypesProps = { chosen: EndpointType | null; onChoose: (type: EndpointType) => void }

/** A button for each type. The form then asks for what the chosen one needs. */
const Types = ({ chosen, onChoose }: TypesProps) => (
  <fieldset className="types">
    <legend>Type</legend>
    {(Object.entries(endpointTypes) as [EndpointType, string][]).map(([type, name]) => {
      const Icon = endpointIcons[type]
      return (
        <button key={type} type="button" aria-pressed={type === chosen} onClick={() => onChoose(type)}>
          <Icon aria-hidden="true" />
          {name}
        </button>
      )
    })}
  </fieldset>
)

function Capabilities() {
  const [rows, setRows] = useState<number[]>([])
  return (
    <fieldset className="capability-fields">
      <legend>Capabilities</legend>
      {rows.map((row, index) => (
        <div className="capability-field" key={row}>
          <input name={`asset-${row}`} aria-label={`Asset ${index + 1}`} placeholder="USDC" required />
          <input name={`network-${row}`} aria-label={`Network ${index + 1}`} placeholder="ethereum" />
          <input name={`rail-${row}`} aria-label={`Rail ${index + 1}`} placeholder="onchain" required />
          <button
            type="button"
            className="icon"
            aria-label={`Remove capability ${index + 1}`}
            onClick={() => setRows(rows.filter((other) => other !== row))}
          >
            <X aria-hidden="true" />
          </button>
        </div>
      ))}
      <button type="button" onClick={() => setRows([...rows, (rows.at(-1) ?? 0) + 1])}>
        <Plus aria-hidden="true" />
        Add capability
      </button>
    </fieldset>
  )
}
