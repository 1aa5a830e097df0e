import { type GrantsQuery, UpdateGrantDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { focusHeading } from '../parts/heading.tsx'
import { Consumer } from '../parts/id.tsx'
import { Releasable, releaseOf } from './releasable.tsx'

type Grant = GrantsQuery['consentGrants']['edges'][number]['node']

/** Changes which addresses a grant releases: those that are ticked. */
export function GrantReleases({ grant, onClose }: { grant: Grant; onClose: () => void }) {
  const { act, isBusy, error } = useAct(UpdateGrantDocument)
  const { id, identityId, consumerId, consumer, version } = grant

  async function save(form: FormData) {
    if (!(await act({ id, input: { release: releaseOf(form), version } }, 'Grant changed'))) return
    onClose()
    focusHeading()
  }

  return (
    <FormDialog title="Address access" action="Save" onSubmit={save} {...{ isBusy, error, onClose }}>
      <p>
        To <Consumer value={consumerId!} record={consumer} />. What it may see stays as it is.
      </p>
      <Releasable
        identity={identityId}
        chosen={grant.release}
        hint="The whole address, sealed to a key of the consumer’s. The grant must cover the endpoint."
      />
    </FormDialog>
  )
}
