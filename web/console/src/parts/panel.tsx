import type { ReactNode } from 'react'

type Props = { id: string; title: string; action?: ReactNode; className?: string; children: ReactNode }

/** A part of a page with its heading, and what can be done there. */
export const Panel = ({ id, title, action, className = 'card', children }: Props) => (
  <section className={className} aria-labelledby={id}>
    <header>
      <h2 id={id}>{title}</h2>
      {action}
    </header>
    {children}
  </section>
)
