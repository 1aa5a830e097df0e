import { BadgeCheck, Plus, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { PayeeNamesDocument, type PayeeNamesQuery, RemovePayeeNameDocument } from '../generated/documents.ts'
import type { IdentityRecord } from '../identities/detail.tsx'
import { useAct } from '../parts/act.ts'
import { Confirm } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { Pages } from '../parts/pages.tsx'
import { label } from '../parts/spelling.ts'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { AddPayeeName } from './add-payee-name.tsx'
import { CheckSwitches } from './check-switches.tsx'

type PayeeName = NonNullable<PayeeNamesQuery['identity']>['payeeNames']['edges'][number]['node']

/** The names that checks compare with. They are never shown in full, not even to their owner. */
export function PayeeNames({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const [isAdding, setAdding] = useState(false)
  const mayWrite = can('payee_names:write') && identity.status === 'ACTIVE'
  return (
    <div className="stack">
      <section className="card" aria-labelledby="payee-names">
        <header>
          <h2 id="payee-names">Payee names</h2>
          {mayWrite && (
            <button type="button" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              Add name
            </button>
          )}
        </header>
        <ul className="records">
          <Pages
            document={PayeeNamesDocument}
            variables={{ id: identity.id }}
            connectionOf={(data) => data.identity?.payeeNames}
            empty={
              <Empty icon={UserCheck} title="No payee names">
                A payer who checks a name gets no answer yet. Add the names that payers know.
              </Empty>
            }
          >
            {(names) => names.map((name) => <NameItem key={name.id} name={name} mayWrite={mayWrite} />)}
          </Pages>
        </ul>
      </section>
      <CheckSwitches identity={identity} />
      {isAdding && <AddPayeeName identity={identity.id} onClose={() => setAdding(false)} />}
    </div>
  )
}

function NameItem({ name: { id, kind, masked, basis, createdAt }, mayWrite }: { name: PayeeName; mayWrite: boolean }) {
  const [isRemoving, setRemoving] = useState(false)
  const { act, isBusy, error } = useAct(RemovePayeeNameDocument)
  const text = masked ?? 'a name that can’t be opened'
  return (
    <li>
      <div className="record-head">
        <strong className="value">{text}</strong>
        <span className="tag">{label(kind)}</span>
        {basis === 'ATTESTED' ? (
          <span className="tag proved">
            <BadgeCheck aria-hidden="true" />
            Attested by the operator
          </span>
        ) : (
          <span className="tag">Your word</span>
        )}
        <span className="quiet small">
          added <When at={createdAt} />
        </span>
        {mayWrite && (
          <div className="actions quiet-actions">
            <button type="button" aria-label={`Remove ${text}`} onClick={() => setRemoving(true)}>
              Remove
            </button>
          </div>
        )}
      </div>
      {isRemoving && (
        <Confirm
          title={`Remove ${text}?`}
          action="Remove name"
          onConfirm={() => act({ id }, 'Name removed')}
          onClose={() => setRemoving(false)}
          {...{ isBusy, error }}
        >
          <p>The name is erased. A payer who checks it gets “no match” or no answer.</p>
        </Confirm>
      )}
    </li>
  )
}
