import { useState } from 'react'
import { CreateEndpointDocument, type EndpointType } from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { WriteDialog } from '../parts/dialog.tsx'
import { RowFields, TextField, textOf } from '../parts/field.tsx'
import { LevelField, levelOf } from '../parts/privacy.tsx'
import { endpointTypes } from '../parts/spelling.ts'
import { detailsOf, EndpointDetails } from './endpoint-details.tsx'
import { endpointIcons } from './endpoint-icons.ts'
import { fieldsOf, proofOf, WalletProof } from './wallet-proof.tsx'

const examples: Record<EndpointType, string> = {
  CRYPTO_WALLET: '0x…',
  BANK_ACCOUNT: 'DE89 3704 0044 0532 0130 00',
  MOBILE_MONEY: '+254 712 345 678',
  PAYMENT_POINTER: '$pay.example.com/alice',
  UPI: 'alice@bank',
  PIX_KEY: 'alice@example.com',
  LIGHTNING_ADDRESS: 'alice@pay.example.com',
}

export function AddEndpoint({ identity }: { identity: string }) {
  const [type, setType] = useState<EndpointType | null>(null)
  return (
    <WriteDialog
      title="Add endpoint"
      action="Add endpoint"
      document={CreateEndpointDocument}
      variablesOf={(form) => ({
        input: {
          identity,
          type: type!,
          ...fieldsOf(form),
          priority: Number(textOf(form, 'priority') ?? 0),
          details: detailsOf(form),
          proof: proofOf(form),
          privacyLevel: levelOf(form),
        },
      })}
      done="Endpoint added"
      isBusy={!type}
      isWide
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
            <LevelField />
            <TextField label="Priority" name="priority" type="number" value="0" hint="Higher comes first." />
          </div>
          <EndpointDetails type={type} />
          <RowFields legend="Capabilities" name="capability">
            {(row, index) => (
              <>
                <input name={`asset-${row}`} aria-label={`Asset ${index + 1}`} placeholder="USDC" required />
                <input name={`network-${row}`} aria-label={`Network ${index + 1}`} placeholder="ethereum" />
                <input name={`rail-${row}`} aria-label={`Rail ${index + 1}`} placeholder="onchain" required />
              </>
            )}
          </RowFields>
          {type === 'CRYPTO_WALLET' && <WalletProof identity={identity} />}
        </>
      )}
    </WriteDialog>
  )
}

type TypesProps = { chosen: EndpointType | null; onChoose: (type: EndpointType) => void }

/** A button for each type. The form then asks for what the chosen one needs. */
const Types = ({ chosen, onChoose }: TypesProps) => (
  <fieldset className="types">
    <legend>Type</legend>
    {(Object.entries(endpointTypes) as [EndpointType, string][]).map(([type, name]) => (
      <Button
        key={type}
        icon={endpointIcons[type]}
        text={name}
        aria-pressed={type === chosen}
        onClick={() => onChoose(type)}
      />
    ))}
  </fieldset>
)
