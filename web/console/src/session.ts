import { createContext, useContext } from 'react'
import type { Scope } from '../../../src/kernel/scopes.ts'
import type { Gateway, Viewer } from './gateway.ts'
import type { Post } from './poster.ts'

/** An owner at work: whose key it is, and what it may do. It ends with the tab, a sign-out, or a reload unless it was to outlive it. */
export type Session = {
  gateway: Gateway
  post: Post
  viewer: Viewer
  can(scope: Scope): boolean
  signOut(): void
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('Nobody is signed in.')
  return session
}
