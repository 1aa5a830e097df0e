import { BadgeCheck, Plus, UserCheck } from 'lucide-react'
import { PayeeNamesDocument, type PayeeNamesQuery, RemovePayeeNameDocument } from '../generated/documents.ts'
import type { IdentityRecord } from '../identities/detail.tsx'
import { Card } from '../parts/card.tsx'
import { Opener, WriteDialog } from '../parts/dialog.tsx'
import { RecordList } from '../parts/pages.tsx'
import { label } from '../parts/spelling.ts'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { AddPayeeName } from './add-payee-name.tsx'
import { CheckSwitches } from './check-switches.tsx'

type PayeeName = NonNullable<PayeeNamesQuery['identity']>['payeeNames']['edges'][number]['node']

/** The names that checks compare with. They are never shown in full, not even to their owner. */
export function PayeeNames({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const mayWrite = can('payee_names:write') && identity.status === 'ACTIVE'
  return (
    <div className="stack">
      <Card
        id="payee-names"
        title="Payee names"
        action={mayWrite && <Opener icon={Plus} text="Add name" dialog={<AddPayeeName identity={identity.id} />} />}
      >
        <RecordList
          className="records"
          document={PayeeNamesDocument}
          variables={{ id: identity.id }}
          connectionOf={(data) => data.identity?.payeeNames}
          empty={{
            icon: UserCheck,
            title: 'No payee names',
            children: 'A payer who checks a name gets no answer yet. Add the names that payers know.',
          }}
          itemOf={(name) => <NameItem name={name} mayWrite={mayWrite} />}
        />
      </Card>
      <CheckSwitches identity={identity} />
    </div>
  )
}

function NameItem({ name: { id, kind, masked, basis, createdAt }, mayWrite }: { name: PayeeName; mayWrite: boolean }) {
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
            <Opener
              text="Remove"
              of={text}
              dialog={
                <WriteDialog
                  title={`Remove ${text}?`}
                  action="Remove name"
                  document={RemovePayeeNameDocument}
                  variablesOf={() => ({ id })}
                  done="Name removed"
                  isEnding
                >
                  <p>The name is erased. A payer who checks it gets “no match” or no answer.</p>
                </WriteDialog>
              }
            />
          </div>
        )}
      </div>
    </li>
  )
}
