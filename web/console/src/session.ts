import { createContext, useContext } from 'react'
import type { Scope } from '../../../src/kernel/scopes.ts'
import type { Gateway, Viewer } from './gateway.ts'
import type { Refusal } from './parts/problem.tsx'
import type { Post } from './poster.ts'

/** An owner at work: whose key it is, and what it may do. It ends with the tab, a sign-out, or a reload unless it was to outlive it. */
export type Session = Held & {
  can(scope: Scope): boolean
  /** The same owner in the other mode, when its key was given too. */
  other: Held | null
  /** Goes over to the other mode. */
  turn(): void
  /** Takes the key of the other mode. @throws CombinedError · NotBeside */
  add(key: string): Promise<void>
  signOut(): void
}

/** A key that was given, in what speaks for it. */
export type Held = { gateway: Gateway; post: Post; viewer: Viewer }

/** Why a second key is not taken beside the first. */
export class NotBeside extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('Nobody is signed in.')
  return session
}
