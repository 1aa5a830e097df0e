import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { clearChoices } from './location.ts'

type Props = { icon: LucideIcon; title: string; children: ReactNode; isNarrowed?: boolean }

/** Text of an empty list. A list that is empty by its filters offers to clear them. */
export const Empty = ({ icon: Icon, title, children, isNarrowed = false }: Props) => (
  <div className="empty">
    <Icon />
    <strong>{isNarrowed ? 'None of these' : title}</strong>
    <p>{isNarrowed ? 'No record fits all filters.' : children}</p>
    {isNarrowed && <Button text="Clear filters" onClick={clearChoices} />}
  </div>
)
