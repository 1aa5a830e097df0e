import { ArrowLeft, ListFilter, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { Scope } from '../../../../src/kernel/scopes.ts'
import { useSession } from '../session.ts'
import { Button } from './button.tsx'
import { clearChoices } from './location.ts'

/**
 * The heading of a view. It takes the focus when the view opens, so that a keyboard or a screen reader starts there.
 */
export function Heading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Signpost`
  }, [title])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}

/** After the dialog with the focus is gone. */
export const focusHeading = () => requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus())

/** The way back to where a page was opened. */
export const Back = ({ href, name }: { href: string; name: string }) => (
  <Link href={href} className="back">
    <ArrowLeft />
    {name}
  </Link>
)

type HeadProps = { title: string; about?: ReactNode; actions?: ReactNode; children?: ReactNode }

/** The title with the page's actions in one row; filters follow as chips. */
export const PageHead = ({ title, about, actions, children }: HeadProps) => (
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

type PanelProps = { id: string; title: string; action?: ReactNode; className?: string; children: ReactNode }

/** A part of a page with its heading, and what can be done there. */
export const Panel = ({ id, title, action, className = 'card', children }: PanelProps) => (
  <section className={className} aria-labelledby={id}>
    <header>
      <h2 id={id}>{title}</h2>
      {action}
    </header>
    {children}
  </section>
)

type EmptyProps = { icon: LucideIcon; title: string; children: ReactNode; isNarrowed?: boolean }

/** Text of an empty list. A list that is empty by its filters offers to clear them. */
export const Empty = ({ icon: Icon, title, children, isNarrowed = false }: EmptyProps) => (
  <div className="empty">
    <Icon />
    <strong>{isNarrowed ? 'None of these' : title}</strong>
    <p>{isNarrowed ? 'No record fits all filters.' : children}</p>
    {isNarrowed && <Button text="Clear filters" onClick={clearChoices} />}
  </div>
)

type Tab = { name: string; scope: Scope; view: ReactNode }

type TabsProps = {
  label: string
  /** Where the first tab is; the others are below it by their keys. */
  path: string
  tabs: Readonly<Record<string, Tab>>
  asked: string | undefined
}

/** Lists the tabs that the key may open, and shows the requested one, or else the first. */
export function Tabs({ label, path, tabs, asked }: TabsProps) {
  const { can } = useSession()
  const [first] = Object.keys(tabs)
  const open = Object.entries(tabs).filter(([, { scope }]) => can(scope))
  const [shown, tab] = open.find(([key]) => key === asked) ?? open[0] ?? []
  if (!tab) return null
  return (
    <>
      {open.length > 1 && (
        <nav className="tabs" aria-label={label}>
          {open.map(([key, { name }]) => (
            <Link
              key={key}
              href={key === first ? path : `${path}/${key}`}
              {...(key === shown ? { 'aria-current': 'page' as const } : {})}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      {tab.view}
    </>
  )
}
