import { createContext, useContext } from 'react'
import type { Scope } from '../../../src/kernel/scopes.ts'
import type { Held } from './gateway.ts'

/**
 * A signed-in owner: the consumer of the key, and its scopes. It ends with the tab, a sign-out, or a reload unless the
 * key is stored.
 */
export type Session = Held & {
  can(scope: Scope): boolean
  /** The same owner in the other mode, if its key was given too. */
  other: Held | null
  /** Switches to the other mode. */
  turn(): void
  /** Takes the key of the other mode. @throws CombinedError · NotBeside */
  add(key: string): Promise<void>
  signOut(): void
}

/** The reason for refusing a second key beside the first, in its message. */
export class NotBeside extends Error {}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('Nobody is signed in.')
  return session
}
