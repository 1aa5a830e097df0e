import { useState } from 'react'
import { useQuery } from 'urql'
import { CreateWebhookDocument, EventTypesDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { TextField, textOf } from '../parts/field.tsx'
import { SecretDialog } from '../parts/secret.tsx'

export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const { act, isBusy, error } = useAct(CreateWebhookDocument)
  const [secret, setSecret] = useState<string | null>(null)

  async function create(form: FormData) {
    const input = {
      url: textOf(form, 'url') ?? '',
      description: textOf(form, 'description') ?? null,
      enabledEvents: form.has('all') ? ['*'] : form.getAll('event').map(String),
    }
    const made = await act({ input }, 'Webhook created')
    if (made) setSecret(made.createWebhook.signingSecret)
  }

  if (secret !== null) {
    return (
      <SecretDialog title="Signing secret" secret={secret} onClose={onClose}>
        Your receiver verifies each delivery with it. It is shown this once.
      </SecretDialog>
    )
  }
  return (
    <FormDialog title="New webhook" action="Create webhook" onSubmit={create} isWide {...{ isBusy, error, onClose }}>
      <TextField label="URL" name="url" type="url" placeholder="https://example.com/hooks" isRequired />
      <TextField label="Description" name="description" />
      <EventsField />
    </FormDialog>
  )
}

function EventsField() {
  const [{ data }] = useQuery({ query: EventTypesDocument })
  const [isAll, setAll] = useState(true)
  return (
    <fieldset className="choices">
      <legend>Events</legend>
      <label className="check">
        <input type="checkbox" name="all" checked={isAll} onChange={() => setAll(!isAll)} />
        All of them, later ones too
      </label>
      {!isAll && (
        <div className="coverable">
          {data?.eventTypes.map(({ type, when }) => (
            <label className="check" key={type}>
              <input type="checkbox" name="event" value={type} />
              <span>
                <span className="mono">{type}</span>
                <small>When {when}</small>
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}
