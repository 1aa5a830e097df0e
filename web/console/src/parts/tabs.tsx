import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Scope } from '../../../../src/kernel/scopes.ts'
import { useSession } from '../session.ts'

type Tab = { name: string; scope: Scope; view: ReactNode }

type Props = {
  label: string
  /** Where the first tab is; the others are below it by their keys. */
  path: string
  tabs: Readonly<Record<string, Tab>>
  asked: string | undefined
}

/** Lists the tabs that the key may open, and shows the requested one, or else the first. */
export function Tabs({ label, path, tabs, asked }: Props) {
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
