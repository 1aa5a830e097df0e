import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Heading } from './heading.tsx'

type Props = { title: string; about?: ReactNode; actions?: ReactNode; children?: ReactNode }

/** The title with the page's actions in one row; filters follow as chips. */
export const PageHead = ({ title, about, actions, children }: Props) => (
  <div className="page-head">
    <div className="top">
      <div className="title">
        <Heading title={title} />
        {about}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </div>
    {children && <Filters>{children}</Filters>}
  </div>
)

const isWide = (): boolean => matchMedia('(min-width: 861px)').matches

/** On a phone the filters are folded away while none is set: the list begins on the first screen. */
export const Filters = ({ children }: { children: ReactNode }) => (
  <details className="folded" open={isWide() || location.hash.includes('?')}>
    <summary>
      <ListFilter />
      Filters
    </summary>
    <div className="chips">{children}</div>
  </details>
)
