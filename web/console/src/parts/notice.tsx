import { Check, CircleX } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

type Notice = { text: string; isFailure: boolean; at: number }
type Say = (text: string, isFailure?: boolean) => void

const NoticeContext = createContext<Say>(() => undefined)

/** Says what was done: seen for a few seconds at the foot of the page, read out by a screen reader. */
export const useNotice = () => useContext(NoticeContext)

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null)

  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(null), notice.isFailure ? 15_000 : 5_000)
    return () => clearTimeout(timer)
  }, [notice])

  return (
    <NoticeContext value={(text, isFailure = false) => setNotice({ text, isFailure, at: Date.now() })}>
      {children}
      <output className="notices">
        {notice && (
          <span className={notice.isFailure ? 'notice failed' : 'notice'} key={notice.at}>
            {notice.isFailure ? <CircleX aria-hidden="true" /> : <Check aria-hidden="true" />}
            {notice.text}
          </span>
        )}
      </output>
    </NoticeContext>
  )
}
