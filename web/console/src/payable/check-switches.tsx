import { UpdateIdentityDocument } from '../generated/documents.ts'
import type { IdentityRecord } from '../identities/detail.tsx'
import { useAct } from '../parts/act.ts'
import { Card } from '../parts/card.tsx'
import { CheckField } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { useSession } from '../session.ts'

/** What each switch allows, and what is said when it was turned on or off. */
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
export function CheckSwitches({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const { act, isBusy, error } = useAct(UpdateIdentityDocument)
  const isShut = !can('identities:write') || identity.status === 'CLOSED'
  const isOfNames = (name: string) => name === 'closeMatch' || name === 'declaredMatch'
  return (
    <Card id="payee-checks" title="What payers may ask">
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
    </Card>
  )
}
