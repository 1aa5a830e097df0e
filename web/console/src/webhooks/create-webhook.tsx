import { useState } from 'react'
import { useQuery } from 'urql'
import { CreateWebhookDocument, EventTypesDocument } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { CheckField, TextField, textOf } from '../parts/field.tsx'
import { SecretDialog } from '../parts/secret.tsx'

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
    <TextField label="URL" name="url" type="url" placeholder="https://example.com/hooks" isRequired />
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
