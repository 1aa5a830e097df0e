import { Copy } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import {
  type CapabilityInput,
  ChallengeEndpointDocument,
  type ChallengeEndpointMutation,
  CreateEndpointDocument,
  type EndpointType,
} from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { WriteDialog } from '../parts/dialog.tsx'
import { When } from '../parts/facts.tsx'
import { AreaField, RowFields, TextField, textOf } from '../parts/field.tsx'
import { useAct, useCopy } from '../parts/notice.tsx'
import { LevelField, levelOf } from '../parts/privacy.tsx'
import { Problem } from '../parts/problem.tsx'
import { endpointTypes } from '../parts/spelling.ts'
import { detailsOf, EndpointDetails } from './endpoint-details.tsx'
import { endpointIcon } from './endpoint-icons.ts'

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
            placeholder={endpointTypes[type].example}
            required
            mono
            hint="Encrypted when saved; nobody can read it again, including you."
          />
          <div className="pair">
            <LevelField />
            <TextField label="Priority" name="priority" type="number" defaultValue="0" hint="Higher comes first." />
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
    {(Object.keys(endpointTypes) as EndpointType[]).map((type) => (
      <Button
        key={type}
        icon={endpointIcon(type)}
        text={endpointTypes[type].title}
        aria-pressed={type === chosen}
        onClick={() => onChoose(type)}
      />
    ))}
  </fieldset>
)

type Challenge = ChallengeEndpointMutation['challengeEndpoint']

/**
 * A wallet is proved before its endpoint is created, while its address is known: the address is sealed then, and never
 * read again.
 */
function WalletProof({ identity }: { identity: string }) {
  const { act, isBusy, error } = useAct(ChallengeEndpointDocument)
  const [challenge, setChallenge] = useState<Challenge | null>(null)

  async function ask({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    if (!form?.reportValidity()) return
    const made = await act({ input: { identity, type: 'CRYPTO_WALLET', ...fieldsOf(new FormData(form)) } })
    if (made) setChallenge(made.challengeEndpoint)
  }
  return (
    <fieldset className="capability-fields">
      <legend>Proof of the wallet</legend>
      <p className="hint">
        Optional, of Ethereum networks and Solana: the wallet signs a message that names this identity.
      </p>
      {challenge && <ToSign challenge={challenge} />}
      <Problem error={error} />
      <Button text={challenge ? 'Make another message' : 'Make the message to sign'} disabled={isBusy} onClick={ask} />
    </fieldset>
  )
}

function ToSign({ challenge: { message, token, expiresAt } }: { challenge: Challenge }) {
  const copy = useCopy()
  return (
    <>
      <AreaField
        label="Message"
        rows={6}
        value={message}
        readOnly
        hint={
          <>
            Sign exactly this with the wallet. It ends <When at={expiresAt} />, and holds for the address as it is
            written above.
          </>
        }
      />
      <Button icon={Copy} text="Copy the message" onClick={() => copy(message, 'Copied the message')} />
      <input type="hidden" name="token" value={token} />
      <TextField
        label="Signature"
        name="signature"
        placeholder="0x…"
        mono
        hint="Without one the endpoint is not proved."
      />
    </>
  )
}

/** The common fields of an endpoint and of its wallet's challenge. */
const fieldsOf = (form: FormData) => ({
  address: textOf(form, 'address') ?? '',
  capabilities: capabilitiesOf(form),
})

const capabilitiesOf = (form: FormData): CapabilityInput[] =>
  [...form.keys()]
    .filter((name) => name.startsWith('asset-'))
    .map((name) => name.slice('asset-'.length))
    .map((row) => ({
      asset: textOf(form, `asset-${row}`) ?? '',
      network: textOf(form, `network-${row}`),
      rail: textOf(form, `rail-${row}`) ?? '',
    }))

/** The given proof; undefined without a signature. */
function proofOf(form: FormData): { token: string; signature: string } | undefined {
  const [token, signature] = [textOf(form, 'token'), textOf(form, 'signature')]
  return token && signature ? { token, signature } : undefined
}
