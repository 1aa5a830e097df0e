import { Copy } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { ChallengeEndpointDocument, type ChallengeEndpointMutation } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { useCopy } from '../parts/clipboard.ts'
import { Field, TextField } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { When } from '../parts/when.tsx'
import { type EndpointFields, fieldsOf } from './endpoint-form.ts'

type Challenge = ChallengeEndpointMutation['challengeEndpoint']

/**
 * A wallet is proved before its endpoint is created, while its address is known: the address is sealed then, and never
 * read again.
 */
export function WalletProof({ identity }: { identity: string }) {
  const { act, isBusy, error } = useAct(ChallengeEndpointDocument)
  const [challenge, setChallenge] = useState<Challenge | null>(null)

  async function ask({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    if (!form?.reportValidity()) return
    const { address, capabilities }: EndpointFields = fieldsOf(new FormData(form))
    const made = await act({ input: { identity, type: 'CRYPTO_WALLET', address, capabilities } })
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
      <button type="button" disabled={isBusy} onClick={ask}>
        {challenge ? 'Make another message' : 'Make the message to sign'}
      </button>
    </fieldset>
  )
}

function ToSign({ challenge: { message, token, expiresAt } }: { challenge: Challenge }) {
  const copy = useCopy()
  return (
    <>
      <Field
        label="Message"
        hint={
          <>
            Sign exactly this with the wallet. It ends <When at={expiresAt} />, and holds for the address as it is
            written above.
          </>
        }
      >
        {(id, describedBy) => (
          <textarea id={id} className="mono" rows={6} value={message} readOnly aria-describedby={describedBy} />
        )}
      </Field>
      <button type="button" onClick={() => copy(message, 'Copied the message')}>
        <Copy aria-hidden="true" />
        Copy the message
      </button>
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
