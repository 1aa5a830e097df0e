import { GrantConsentDocument, type GrantsQuery } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { focusHeading } from '../parts/heading.tsx'
import { Consumer } from '../parts/id.tsx'
import { Releasable, releaseOf } from './releasable.tsx'

type Grant = GrantsQuery['consentGrants']['edges'][number]['node']

/** A grant isn't changed but replaced: by one that covers the same until the same end, and releases what is ticked. */
export function GrantReleases({ grant, onClose }: { grant: Grant; onClose: () => void }) {
  const { act, isBusy, error } = useAct(GrantConsentDocument)
  const { identity, consumer, covers, purpose, expiresAt } = grant

  async function save(form: FormData) {
    const input = {
      identity,
      consumer: consumer!,
      covers: !covers || covers.all ? { all: true } : { aliases: covers.aliases, endpoints: covers.endpoints },
      purpose,
      expiresAt,
      release: releaseOf(form),
    }
    if (!(await act({ input }, 'Grant replaced'))) return
    onClose()
    focusHeading()
  }

  return (
    <FormDialog title="What may be released" action="Replace grant" onSubmit={save} {...{ isBusy, error, onClose }}>
      <p>
        To <Consumer value={consumer!} />. The grant is replaced by one that covers the same until the same end.
      </p>
      <Releasable
        identity={identity}
        chosen={grant.release ?? []}
        hint="The whole address, sealed to a key of the consumer’s. The grant must cover the endpoint."
      />
    </FormDialog>
  )
}
