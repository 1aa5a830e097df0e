import { useState } from 'react'
import { useLocation } from 'wouter'
import { DeleteWebhookDocument, RecoverWebhookDocument, RotateSecretDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Confirm, FormDialog } from '../parts/dialog.tsx'
import { SelectField, textOf } from '../parts/field.tsx'
import { SecretDialog } from '../parts/secret.tsx'

type Props = { id: string; onClose: () => void }

const overlaps = [
  ['3600', 'Signs along for an hour'],
  ['86400', 'Signs along for a day'],
  ['604800', 'Signs along for a week'],
  ['0', 'Ends at once'],
] as const

export function RotateSecret({ id, onClose }: Props) {
  const { act, isBusy, error } = useAct(RotateSecretDocument)
  const [secret, setSecret] = useState<string | null>(null)

  async function rotate(form: FormData) {
    const made = await act({ id, previousExpiresIn: Number(textOf(form, 'overlap')) }, 'Secret rotated')
    if (made) setSecret(made.rotateWebhookSecret.signingSecret)
  }

  if (secret !== null) {
    return (
      <SecretDialog title="New signing secret" secret={secret} onClose={onClose}>
        It signs every delivery from now on. It is shown this once.
      </SecretDialog>
    )
  }
  return (
    <FormDialog
      title="Rotate the signing secret"
      action="Rotate secret"
      onSubmit={rotate}
      {...{ isBusy, error, onClose }}
    >
      <SelectField
        label="The secret before"
        name="overlap"
        options={overlaps}
        value="86400"
        hint="While both sign, the header carries two signatures and a receiver accepts either. A secret that ends at once fails every delivery until the receiver has the new one."
      />
    </FormDialog>
  )
}

const spans = [
  ['1', 'The last hour'],
  ['24', 'The last day'],
  ['72', 'The last 3 days'],
  ['335', 'The last 14 days'],
] as const

export function RecoverWebhook({ id, onClose }: Props) {
  const { act, isBusy, error } = useAct(RecoverWebhookDocument)
  async function recover(form: FormData) {
    const since = new Date(Date.now() - Number(textOf(form, 'span')) * 3_600_000).toISOString()
    if (await act({ id, since }, 'Queued again, in the background')) onClose()
  }
  return (
    <FormDialog title="Recover what was missed" action="Recover" onSubmit={recover} {...{ isBusy, error, onClose }}>
      <SelectField
        label="Since"
        name="span"
        options={spans}
        hint="What it has neither received nor waits for is queued again."
      />
    </FormDialog>
  )
}

export function DeleteWebhook({ id, onClose }: Props) {
  const { act, isBusy, error } = useAct(DeleteWebhookDocument)
  const [, go] = useLocation()
  const remove = async () => {
    const removed = await act({ id }, 'Webhook deleted')
    if (removed) go('/webhooks')
    return removed
  }
  return (
    <Confirm title="Delete this webhook?" action="Delete webhook" onConfirm={remove} {...{ isBusy, error, onClose }}>
      <p>What is pending is cancelled, and its secret is erased.</p>
    </Confirm>
  )
}
