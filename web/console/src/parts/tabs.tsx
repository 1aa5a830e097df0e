import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Scope } from '../../../../src/kernel/scopes.ts'
import { useSession } from '../session.ts'

export type Tab = { path: string; name: string; scope: Scope; view: ReactNode }

type Props<T> = { label: string; tabs: T; asked: keyof T & string }

/** Lists the tabs that the key may open, and shows the requested one, or else the first. */
export function Tabs<T extends Readonly<Record<string, Tab>>>({ label, tabs, asked }: Props<T>) {
  const { can } = useSession()
  const open = Object.entries(tabs).filter(([, { scope }]) => can(scope))
  const [shown, tab] = open.find(([key]) => key === asked) ?? open[0] ?? []
  if (!tab) return null
  return (
    <>
      {open.length > 1 && (
        <nav className="tabs" aria-label={label}>
          {open.map(([key, { path, name }]) => (
            <Link key={key} href={path} {...(key === shown ? { 'aria-current': 'page' as const } : {})}>
              {name}
            </Link>
          ))}
        </nav>
      )}
      {tab.view}
    </>
  )
}
