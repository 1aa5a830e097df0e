import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon: LucideIcon; title: string; children: ReactNode }

/** Text of an empty list. */
export function Empty({ icon: Icon, title, children }: Props) {
  return (
    <div className="empty">
      <Icon aria-hidden="true" />
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  )
}
