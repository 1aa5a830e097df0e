import { useEffect, useRef, useState } from 'react'
import { type CombinedError, Provider } from 'urql'
import { hasScope } from '../../../src/kernel/scopes.ts'
import { askViewer, createGateway, type Gateway } from './gateway.ts'
import { forgetKey, keepKey, keptKey } from './kept-key.ts'
import { NoticeProvider } from './parts/notice.tsx'
import { type Refusal, refusalOf } from './parts/problem.tsx'
import { createPoster } from './poster.ts'
import { type Session, SessionContext } from './session.ts'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'

export function App() {
  const [session, setSession] = useState<Session | null>(null)
  const [ending, setEnding] = useState<Refusal | null>(null)
  const current = useRef<Gateway | null>(null)
  const [isRestoring, setRestoring] = useState(() => keptKey() !== null)

  const end = (because: Refusal | null) => {
    current.current = null
    forgetKey()
    setEnding(because)
    setSession(null)
  }

  async function signIn(key: string): Promise<void> {
    const gateway: Gateway = createGateway(key, (error) => {
      if (current.current === gateway) end(refusalOf(error))
    })
    const post = createPoster(key, (refusal) => {
      if (current.current === gateway) end(refusal)
    })
    const viewer = await askViewer(gateway)
    current.current = gateway
    setEnding(null)
    setSession(sessionOf({ gateway, post, viewer }, () => end(null)))
  }

  async function start(key: string, isKept: boolean): Promise<void> {
    await signIn(key)
    if (isKept) keepKey(key)
  }

  // Once, as the page opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls is made again each time and does the same.
  useEffect(() => {
    const key = keptKey()
    if (key === null) return
    signIn(key)
      .catch((error: CombinedError) => end(refusalOf(error)))
      .finally(() => setRestoring(false))
  }, [])

  if (isRestoring) {
    return (
      <p className="waiting" role="status">
        Signing in …
      </p>
    )
  }
  if (!session) return <SignIn ending={ending} onKey={start} />
  return (
    <SessionContext value={session}>
      <Provider value={session.gateway}>
        <NoticeProvider>
          <Shell />
        </NoticeProvider>
      </Provider>
    </SessionContext>
  )
}

const sessionOf = (held: Pick<Session, 'gateway' | 'post' | 'viewer'>, signOut: () => void): Session => ({
  ...held,
  can: (scope) => hasScope(held.viewer.scopes, scope),
  signOut,
})
