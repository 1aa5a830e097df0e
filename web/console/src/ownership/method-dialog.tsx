import type { ReactNode } from 'react'
import type { CombinedError } from 'urql'
import type { AliasType, ChallengeMethod } from '../generated/documents.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { textOf } from '../parts/field.tsx'
import { methods, methodsOf } from './methods.ts'

type Props = {
  title: string
  alias: { type: AliasType; value: string }
  isBusy: boolean
  error: CombinedError | undefined
  onChoose: (method: ChallengeMethod) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Chooses a method of proof that the alias's type has. */
export function MethodDialog({ title, alias, onChoose, onClose, children, isBusy, error }: Props) {
  const offered = methodsOf(alias)
  const start = (form: FormData) => onChoose(textOf(form, 'method') as ChallengeMethod)
  return (
    <FormDialog title={title} action="Start" onSubmit={start} {...{ isBusy, error, onClose }}>
      <p>{children}</p>
      <fieldset className="choices">
        <legend>How</legend>
        {offered.map((method, index) => (
          <label key={method} className="choice">
            <input type="radio" name="method" value={method} defaultChecked={index === 0} />
            <span>
              {methods[method].name}
              <small>{methods[method].text}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}
