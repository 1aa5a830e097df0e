import { ApproveRequestDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { ExpiryField, expiryOf } from '../parts/expiry.tsx'
import { focusHeading } from '../parts/heading.tsx'
import { Consumer } from '../parts/id.tsx'
import { aliasText } from '../parts/spelling.ts'
import { CoversField, coversOf } from './covers.tsx'
import type { RequestRecord } from './requests.tsx'

export function ApproveRequest({ request, onClose }: { request: RequestRecord; onClose: () => void }) {
  const { act, isBusy, error } = useAct(ApproveRequestDocument)

  async function approve(form: FormData) {
    const covers = coversOf(form)
    const input = { expiresAt: expiryOf(form), ...(covers ? { covers } : {}) }
    if (!(await act({ id: request.id, input }, 'Consent granted'))) return
    onClose()
    focusHeading()
  }

  return (
    <FormDialog
      title={`Approve sight of ${aliasText(request)}`}
      action="Grant consent"
      onSubmit={approve}
      {...{ isBusy, error, onClose }}
    >
      <p>
        To <Consumer value={request.consumer!} record={request.consumerRecord} />
        {request.purpose && <> for “{request.purpose}”</>}
      </p>
      <CoversField identity={request.identity!} hasDefault />
      <ExpiryField value="90" />
    </FormDialog>
  )
}
