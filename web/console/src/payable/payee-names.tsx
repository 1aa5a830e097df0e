import { BadgeCheck, Plus, UserCheck } from 'lucide-react'
import {
  PayeeNamesDocument,
  type PayeeNamesQuery,
  RemovePayeeNameDocument,
  UpdateIdentityDocument,
} from '../generated/documents.ts'
import type { IdentityRecord } from '../identities/detail.tsx'
import { EndButton, Opener } from '../parts/dialog.tsx'
import { When } from '../parts/facts.tsx'
import { CheckField } from '../parts/field.tsx'
import { useAct } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { RecordList } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'
import { label } from '../parts/spelling.ts'
import { useSession } from '../session.ts'
import { AddPayeeName } from './add-payee-name.tsx'

type PayeeName = NonNullable<PayeeNamesQuery['identity']>['payeeNames']['edges'][number]['node']

/** The names that checks compare with. They are never shown in full, not even to their owner. */
export function PayeeNames({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const mayWrite = can('payee_names:write') && identity.status === 'ACTIVE'
  return (
    <div className="stack">
      <Panel
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
      </Panel>
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
            <BadgeCheck />
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
            <EndButton
              text="Remove"
              of={text}
              title={`Remove ${text}?`}
              action="Remove name"
              document={RemovePayeeNameDocument}
              id={id}
              done="Name removed"
            >
              <p>The name is erased. A payer who checks it gets “no match” or no answer.</p>
            </EndButton>
          </div>
        )}
      </div>
    </li>
  )
}

/** The switches: each with its permission, and the sentence after it was turned on or off. */
const switches = [
  {
    name: 'payeeChecks',
    text: 'Payers may check names',
    hint: 'Off: every check says that there is no answer.',
    on: 'Payers may check names',
    off: 'Checks are refused',
  },
  {
    name: 'closeMatch',
    text: 'Answer a close match',
    hint: 'Off: a name that is nearly right gets “no match”.',
    on: 'Close matches are answered',
    off: 'A close match is answered as no match',
  },
  {
    name: 'declaredMatch',
    text: 'Answer “same name, not verified”',
    hint: 'Off: a name that you alone vouch for gets “no match”.',
    on: 'Names that are not verified are answered',
    off: 'A name that is not verified gets no match',
  },
  {
    name: 'destinationChecks',
    text: 'Payers may check destinations',
    hint: 'Off: nobody can find out that the account of a false invoice is not yours.',
    on: 'Payers may check destinations',
    off: 'Checks of destinations are refused',
  },
] as const

/** The owner's permissions for checks. Turning one off reveals less, so it needs no confirmation. */
function CheckSwitches({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const { act, isBusy, error } = useAct(UpdateIdentityDocument)
  const isShut = !can('identities:write') || identity.status === 'CLOSED'
  const isOfNames = (name: string) => name === 'closeMatch' || name === 'declaredMatch'
  return (
    <Panel id="payee-checks" title="What payers may ask">
      <div className="switches">
        {switches.map(({ name, text, hint, on, off }) => (
          <CheckField
            key={name}
            {...{ text, hint }}
            checked={identity[name] === 'ON'}
            disabled={isShut || (isOfNames(name) && identity.payeeChecks === 'OFF')}
            onChange={({ target: { checked } }) => {
              // A box that is disabled for a moment would lose the keyboard's focus.
              if (!isBusy) void act({ id: identity.id, input: { [name]: checked ? 'ON' : 'OFF' } }, checked ? on : off)
            }}
          />
        ))}
        <Problem error={error} />
      </div>
    </Panel>
  )
}
