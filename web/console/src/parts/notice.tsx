import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { Check, CircleX, X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type AnyVariables, type CombinedError, useMutation } from 'urql'
import { Button } from './button.tsx'

type Undo = () => Promise<unknown>
type Notice = { text: string; isFailure: boolean; undo: Undo | undefined; at: number }
type Say = (text: string, isFailure?: boolean, undo?: Undo) => void

const NoticeContext = createContext<Say>(() => undefined)

/**
 * Confirms an action: visible for a few seconds at the foot of the page, and read by a screen reader. One with Undo
 * stays for a minute: nobody has to hurry, and no old message reopens anything.
 */
export const useNotice = () => useContext(NoticeContext)

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null)

  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(null), notice.undo ? 60_000 : notice.isFailure ? 15_000 : 5_000)
    return () => clearTimeout(timer)
  }, [notice])

  return (
    <NoticeContext value={(text, isFailure = false, undo) => setNotice({ text, isFailure, undo, at: Date.now() })}>
      {children}
      <output className="notices">
        {notice && (
          <span className={notice.isFailure ? 'notice failed' : 'notice'} key={notice.at}>
            {notice.isFailure ? <CircleX /> : <Check />}
            {notice.text}
            {notice.undo && <UndoButtons undo={notice.undo} onDone={() => setNotice(null)} />}
          </span>
        )}
      </output>
    </NoticeContext>
  )
}

const UndoButtons = ({ undo, onDone }: { undo: Undo; onDone: () => void }) => (
  <>
    <Button
      text="Undo"
      onClick={() => {
        onDone()
        void undo()
      }}
    />
    <button type="button" aria-label="Close the message" onClick={onDone}>
      <X />
    </button>
  </>
)

/** Copies a text, and confirms it; the browser refuses it on a page without TLS from another machine. */
export function useCopy(): (text: string, done: string) => void {
  const notice = useNotice()
  return (text, done) => {
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject()
    copied.then(
      () => notice(done),
      () => notice('The browser does not let this page copy'),
    )
  }
}

/** All lists and records on the page are read again after a write. */
const everything = { additionalTypenames: ['PageInfo', 'Identity', 'Webhook', 'Claim', 'Explanation'] }

export type Act<D, V> = {
  /**
   * Writes, then confirms it, and offers to undo it. @returns the result, or null after a refusal, which is then in
   * `error`
   */
  act: (variables: V, done?: string, undo?: V) => Promise<D | null>
  isBusy: boolean
  error: CombinedError | undefined
}

export function useAct<D, V extends AnyVariables>(document: TypedDocumentNode<D, V>): Act<D, V> {
  const [{ fetching, error }, run] = useMutation<D, V>(document)
  const notice = useNotice()
  async function act(variables: V, done?: string, undo?: V): Promise<D | null> {
    const result = await run(variables, everything)
    if (result.error) return null
    if (done) notice(done, false, undo && (() => act(undo, 'Undone')))
    return result.data ?? null
  }
  return { isBusy: fetching, error, act }
}
