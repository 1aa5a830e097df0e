import { useState } from 'react'
import { useQuery } from 'urql'
import {
  CreateWebhookDocument,
  EventTypesDocument,
  RecoverWebhookDocument,
  RotateSecretDocument,
} from '../generated/documents.ts'
import { SecretDialog, WriteDialog } from '../parts/dialog.tsx'
import { CheckField, SelectField, TextField, textOf } from '../parts/field.tsx'

type Props = { id: string }

const overlaps = [
  ['3600', 'Signs along for an hour'],
  ['86400', 'Signs along for a day'],
  ['604800', 'Signs along for a week'],
  ['0', 'Ends at once'],
] as const

export const RotateSecret = ({ id }: Props) => (
  <WriteDialog
    title="Rotate the signing secret"
    action="Rotate secret"
    document={RotateSecretDocument}
    variablesOf={(form) => ({ id, previousExpiresIn: Number(textOf(form, 'overlap')) })}
    done="Secret rotated"
    shownAfter={({ rotateWebhookSecret }) => (
      <SecretDialog title="New signing secret" secret={rotateWebhookSecret.signingSecret}>
        It signs every delivery from now on. It is shown this once.
      </SecretDialog>
    )}
  >
    <SelectField
      label="The secret before"
      name="overlap"
      options={overlaps}
      defaultValue="86400"
      hint="While both sign, the header carries two signatures and a receiver accepts either. A secret that ends at once fails every delivery until the receiver has the new one."
    />
  </WriteDialog>
)

const spans = [
  ['1', 'The last hour'],
  ['24', 'The last day'],
  ['72', 'The last 3 days'],
  ['335', 'The last 14 days'],
] as const

export const RecoverWebhook = ({ id }: Props) => (
  <WriteDialog
    title="Recover what was missed"
    action="Recover"
    document={RecoverWebhookDocument}
    variablesOf={(form) => ({
      id,
      since: new Date(Date.now() - Number(textOf(form, 'span')) * 3_600_000).toISOString(),
    })}
    done="Queued again, in the background"
  >
    <SelectField
      label="Since"
      name="span"
      options={spans}
      hint="What it has neither received nor waits for is queued again."
    />
  </WriteDialog>
)

export const CreateWebhook = () => (
  <WriteDialog
    title="New webhook"
    action="Create webhook"
    document={CreateWebhookDocument}
    variablesOf={(form) => ({
      input: {
        url: textOf(form, 'url') ?? '',
        description: textOf(form, 'description') ?? null,
        enabledEvents: form.has('all') ? ['*'] : form.getAll('event').map(String),
      },
    })}
    done="Webhook created"
    shownAfter={({ createWebhook }) => (
      <SecretDialog title="Signing secret" secret={createWebhook.signingSecret}>
        Your receiver verifies each delivery with it. It is shown this once.
      </SecretDialog>
    )}
    isWide
  >
    <TextField label="URL" name="url" type="url" placeholder="https://example.com/hooks" required />
    <TextField label="Description" name="description" />
    <EventsField />
  </WriteDialog>
)

function EventsField() {
  const [{ data }] = useQuery({ query: EventTypesDocument })
  const [isAll, setAll] = useState(true)
  return (
    <fieldset className="choices">
      <legend>Events</legend>
      <CheckField name="all" checked={isAll} onChange={() => setAll(!isAll)} text="All of them, later ones too" />
      {!isAll && (
        <div className="coverable">
          {data?.eventTypes.map(({ type, when }) => (
            <CheckField
              key={type}
              name="event"
              value={type}
              text={<span className="mono">{type}</span>}
              hint={`When ${when}`}
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}
