import { KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CombinedError } from 'urql'
import { CheckField, Form } from './parts/field.tsx'
import { Problem, type Refusal, refusalOf } from './parts/problem.tsx'
import { NotBeside } from './session.ts'

/**
 * The field of a key. It is uncontrolled: the key is read once, when it is sent, and leaves the page with the form. A
 * refused one is selected.
 */
export function useKeyField(take: (key: string) => Promise<void>, ending: Refusal | null = null) {
  const field = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState(ending)

  async function send(): Promise<void> {
    setBusy(true)
    setRefusal(null)
    try {
      await take(field.current!.value.trim())
    } catch (error) {
      setRefusal(error instanceof NotBeside ? { message: error.message } : refusalOf(error as CombinedError))
      setBusy(false)
      field.current?.select()
    }
  }
  return { field, isBusy, refusal, send }
}

type Props = { ending: Refusal | null; onKey: (key: string, isKept: boolean) => Promise<void> }

export function SignIn({ ending, onKey }: Props) {
  const keep = useRef<HTMLInputElement>(null)
  const { field, isBusy, refusal, send } = useKeyField((key) => onKey(key, keep.current!.checked), ending)

  return (
    <main className="sign-in">
      <Form className="card" onSubmit={send}>
        <img src="/console/signpost.svg" alt="" width="44" height="44" />
        <h1>Signpost console</h1>
        <p className="quiet">Your identities, what others see of them, and who has asked.</p>
        <div className="field">
          <label htmlFor="api-key">API key</label>
          <input
            ref={field}
            id="api-key"
            type="password"
            required
            placeholder="spk_test_…"
            autoComplete="off"
            spellCheck={false}
            aria-describedby="api-key-hint"
            // biome-ignore lint/a11y/noAutofocus: the page is this field.
            autoFocus
          />
        </div>
        <CheckField
          ref={keep}
          text="Stay signed in when I reload"
          hint="The key is then in this tab’s session storage, until you sign out or close the tab."
        />
        {refusal && <Problem refusal={refusal} />}
        <button type="submit" className="primary" disabled={isBusy}>
          <KeyRound />
          {isBusy ? 'Signing in …' : 'Sign in'}
        </button>
        <p id="api-key-hint" className="hint">
          Otherwise the key stays in this tab’s memory and is gone when you reload or close it.
        </p>
      </Form>
    </main>
  )
}
