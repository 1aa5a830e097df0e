import { Check } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

type Notice = { text: string; at: number }

const NoticeContext = createContext<(text: string) => void>(() => undefined)

/** Says what was done: seen for a few seconds at the foot of the page, read out by a screen reader. */
export const useNotice = () => useContext(NoticeContext)

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null)

  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(null), 5_000)
    return () => clearTimeout(timer)
  }, [notice])

  return (
    <NoticeContext value={(text) => setNotice({ text, at: Date.now() })}>
      {children}
      <output className="notices">
        {notice && (
          <span className="notice" key={notice.at}>
            <Check aria-hidden="true" />
            {notice.text}
          </span>
        )}
      </output>
    </NoticeContext>
  )
}
