import { UpdateIdentityDocument, type UpdateIdentityInput } from '../generated/documents.ts'
import type { IdentityRecord } from '../identities/detail.tsx'
import { useAct } from '../parts/act.ts'
import { Problem } from '../parts/problem.tsx'
import { useSession } from '../session.ts'

/** The owner's permissions for checks. Turning one off reveals less, so it needs no confirmation. */
export function CheckSwitches({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const { act, isBusy, error } = useAct(UpdateIdentityDocument)
  const { id, status, payeeChecks, closeMatch, declaredMatch, destinationChecks } = identity
  const isShut = !can('identities:write') || status === 'CLOSED'
  // A box that is disabled for a moment would lose the keyboard's focus.
  const turn = (input: UpdateIdentityInput, done: string) => {
    if (!isBusy) void act({ id, input }, done)
  }
  return (
    <section className="card" aria-labelledby="payee-checks">
      <header>
        <h2 id="payee-checks">What payers may ask</h2>
      </header>
      <div className="switches">
        <label className="check">
          <input
            type="checkbox"
            checked={payeeChecks === 'ON'}
            disabled={isShut}
            onChange={({ target: { checked } }) =>
              turn({ payeeChecks: checked ? 'ON' : 'OFF' }, checked ? 'Payers may check names' : 'Checks are refused')
            }
          />
          <span>
            Payers may check names
            <small>Off: every check says that there is no answer.</small>
          </span>
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={closeMatch === 'ON'}
            disabled={isShut || payeeChecks === 'OFF'}
            onChange={({ target: { checked } }) =>
              turn(
                { closeMatch: checked ? 'ON' : 'OFF' },
                checked ? 'Close matches are answered' : 'A close match is answered as no match',
              )
            }
          />
          <span>
            Answer a close match
            <small>Off: a name that is nearly right gets “no match”.</small>
          </span>
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={declaredMatch === 'ON'}
            disabled={isShut || payeeChecks === 'OFF'}
            onChange={({ target: { checked } }) =>
              turn(
                { declaredMatch: checked ? 'ON' : 'OFF' },
                checked ? 'Names that are not verified are answered' : 'A name that is not verified gets no match',
              )
            }
          />
          <span>
            Answer “same name, not verified”
            <small>Off: a name that you alone vouch for gets “no match”.</small>
          </span>
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={destinationChecks === 'ON'}
            disabled={isShut}
            onChange={({ target: { checked } }) =>
              turn(
                { destinationChecks: checked ? 'ON' : 'OFF' },
                checked ? 'Payers may check destinations' : 'Checks of destinations are refused',
              )
            }
          />
          <span>
            Payers may check destinations
            <small>Off: nobody can find out that the account of a false invoice is not yours.</small>
          </span>
        </label>
        <Problem error={error} />
      </div>
    </section>
  )
}
