import { useState } from 'react'
import { CreateSealingKeyDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { AreaField, textOf } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { readJwk } from './jwk.ts'

export function AddSealingKey({ onClose }: { onClose: () => void }) {
  const { act, isBusy, error } = useAct(CreateSealingKeyDocument)
  const [problem, setProblem] = useState<string | null>(null)

  async function add(form: FormData) {
    const read = readJwk(textOf(form, 'jwk') ?? '')
    setProblem('problem' in read ? read.problem : null)
    if ('problem' in read) return
    if (await act({ jwk: read.jwk }, 'Key added')) onClose()
  }

  return (
    <FormDialog title="Add a sealing key" action="Add key" onSubmit={add} {...{ isBusy, error, onClose }}>
      <AreaField
        label="Public key (JWK)"
        name="jwk"
        placeholder={'{ "kty": "OKP", "crv": "X25519", "x": "…" }'}
        isRequired
        hint="The public half of an X25519 key pair. Keep the private half where you open addresses."
      />
      <p className="hint">
        A new key waits a day, unless the operator set it otherwise, before anything is sealed to it. Its event tells
        your webhooks of it: whoever steals an API key must wait that long.
      </p>
      {problem && <Problem refusal={{ message: problem }} />}
    </FormDialog>
  )
}
