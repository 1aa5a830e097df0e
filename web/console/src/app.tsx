import { useEffect, useRef, useState } from 'react'
import { type CombinedError, Provider } from 'urql'
import { hasScope } from '../../../src/kernel/scopes.ts'
import { NoticeProvider } from './parts/notice.tsx'
import { type Refusal, refusalOf } from './parts/problem.tsx'
import { type Held, NotBeside, SessionContext, signIn } from './session.ts'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'

/** A second key must be of the same consumer: the page shows one owner's records side by side. */
const otherOwner = 'That key is of another consumer. Sign out to use it.'
const sameMode = (isLive: boolean): string => `That key is of ${isLive ? 'live' : 'test'} mode too.`

/**
 * Keys that an owner chose to store through reloads: of test mode, of live mode, or both.
 *
 * INVARIANT (only who asks for it): nothing is stored unless the owner ticked it. It is the session storage of one tab,
 * which ends with it, and is cleared by signing out and by every refusal of a key. Any script of this page could read
 * it; the page's policy allows only its own scripts.
 */
const kept = 'signpost.key'

const keptKeys = (): readonly string[] => sessionStorage.getItem(kept)?.split(' ') ?? []

function keepKeys(keys: readonly string[]): void {
  if (keys.length > 0) sessionStorage.setItem(kept, keys.join(' '))
  else sessionStorage.removeItem(kept)
}

/** The keys of the page, the one in use first. */
type Keys = readonly (Held & { key: string })[]

export function App() {
  const [held, setHeld] = useState<Keys>([])
  const [ending, setEnding] = useState<Refusal | null>(null)
  const current = useRef<Keys>([])
  const isKept = useRef(keptKeys().length > 0)
  const [isRestoring, setRestoring] = useState(isKept.current)

  function hold(keys: Keys): void {
    current.current = keys
    if (keys.length === 0) isKept.current = false
    keepKeys(isKept.current ? keys.map(({ key }) => key) : [])
    setHeld(keys)
  }

  /** A refused key leaves the other mode's key in place. */
  function drop(key: string, because: Refusal): void {
    if (!current.current.some((each) => each.key === key)) return
    const left = current.current.filter((each) => each.key !== key)
    if (left.length === 0) setEnding(because)
    hold(left)
  }

  const ask = async (key: string): Promise<Keys[number]> => ({
    key,
    ...(await signIn(key, (refusal) => drop(key, refusal))),
  })

  async function start(key: string, keep: boolean): Promise<void> {
    const first = await ask(key)
    isKept.current = keep
    setEnding(null)
    hold([first])
  }

  /** Takes a key of the same owner in the other mode. @throws NotBeside · CombinedError */
  async function add(key: string): Promise<void> {
    const second = await ask(key)
    const viewer = current.current[0]?.viewer
    if (second.viewer.id !== viewer?.id) throw new NotBeside(otherOwner)
    if (second.viewer.livemode === viewer.livemode) throw new NotBeside(sameMode(viewer.livemode))
    leaveRecord()
    hold([second, current.current[0]!])
  }

  /** A stored key that has ended since is removed for its mode alone. */
  async function restore(keys: readonly string[]): Promise<void> {
    const asked = await Promise.allSettled(keys.map(ask))
    const left = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const refused = asked.find((each) => each.status === 'rejected')
    if (left.length === 0 && refused) setEnding(refusalOf(refused.reason as CombinedError))
    hold(left)
  }

  function turn(): void {
    leaveRecord()
    hold(current.current.toReversed())
  }

  // Runs once, when the page opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its callees are new on each render and do the same.
  useEffect(() => {
    void restore(keptKeys()).then(() => setRestoring(false))
  }, [])

  if (isRestoring) {
    return (
      <p className="waiting" role="status">
        Signing in …
      </p>
    )
  }
  const [active, other = null] = held
  if (!active) return <SignIn ending={ending} onKey={start} />
  const can = (scope: Parameters<typeof hasScope>[1]) => hasScope(active.viewer.scopes, scope)
  return (
    <SessionContext value={{ ...active, other, can, turn, add, signOut: () => hold([]) }}>
      <Provider value={active.gateway} key={active.key}>
        <NoticeProvider>
          <Shell />
        </NoticeProvider>
      </Provider>
    </SessionContext>
  )
}

/** A record belongs to one mode: the other mode shows its list. */
function leaveRecord(): void {
  const [, section = '', id] = location.hash.replace(/^#/, '').split('?', 1)[0]!.split('/')
  if (id && /^[a-z]{3}_/.test(id)) location.hash = section === 'challenges' ? '#/claims' : `#/${section}`
}
