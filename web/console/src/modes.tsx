import { FormDialog, useDialog } from './parts/dialog.tsx'
import { TextField } from './parts/field.tsx'
import { Problem } from './parts/problem.tsx'
import { useSession } from './session.ts'
import { useKeyField } from './sign-in.tsx'

const nameOf = (isLive: boolean) => (isLive ? 'Live' : 'Test')

/** Test and live side by side: the current mode, and a switch to the other. */
export function Modes() {
  const { viewer, other, turn } = useSession()
  const adding = useDialog(<AddKey isLive={!viewer.livemode} />)
  return (
    <>
      <fieldset className="modes" aria-label="Mode">
        {[false, true].map((isLive) => {
          const isHere = viewer.livemode === isLive
          const isKnown = isHere || other !== null
          return (
            <button
              key={nameOf(isLive)}
              type="button"
              className={isHere ? `mode ${isLive ? 'live' : ''}` : 'mode off'}
              aria-pressed={isHere}
              title={isKnown ? `${nameOf(isLive)} mode` : `Give the key of ${nameOf(isLive).toLowerCase()} mode too`}
              onClick={() => (isHere ? undefined : isKnown ? turn() : adding.open())}
            >
              {nameOf(isLive)}
              {!isKnown && <span aria-hidden="true"> +</span>}
              {!isKnown && <span className="visually-hidden">: add its key</span>}
            </button>
          )
        })}
      </fieldset>
      {adding.shown}
    </>
  )
}

/** The key is stored like the first one. */
function AddKey({ isLive }: { isLive: boolean }) {
  const { add } = useSession()
  const { field, isBusy, refusal, send } = useKeyField(add)
  const mode = nameOf(isLive).toLowerCase()

  return (
    <FormDialog
      title={`Add the key of ${mode} mode`}
      action="Add key"
      onSubmit={send}
      error={undefined}
      isBusy={isBusy}
    >
      <TextField
        ref={field}
        label={`API key of ${mode} mode`}
        type="password"
        required
        placeholder={`spk_${mode}_…`}
        hint="Of the same consumer. It is kept as long as the key that you signed in with, and in the same place."
      />
      {refusal && <Problem refusal={refusal} />}
    </FormDialog>
  )
}
