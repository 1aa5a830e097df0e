import { createContext, useContext } from 'react'
import { Client, type CombinedError, cacheExchange, fetchExchange, mapExchange } from 'urql'
import { type Scope, scopesByName } from '../../../src/kernel/scopes.ts'
import { ViewerDocument, type ViewerQuery } from './generated/documents.ts'
import { type Refusal, refusalOf, unreachable } from './parts/problem.tsx'

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

/** The consumer of the key. Its scopes have the spelling of keys. */
export type Viewer = Omit<ViewerQuery['viewer'], 'scopes'> & { scopes: readonly Scope[] }

export type Posted = { body: unknown; refusal: Refusal | null }

/** Sends requests to the REST interface, whose answers the page shows unchanged: a GET without a body. */
export type Post = (path: string, body?: object) => Promise<Posted>

/** A given key, with its gateway. */
export type Held = { gateway: Client; post: Post; viewer: Viewer }

type OnRefused = (refusal: Refusal) => void

/**
 * Signs in with one owner's key. `onRefused` hears when the service no longer takes it.
 *
 * INVARIANT (in memory only): the key lives in closures: no storage unless its owner ticked it (app.tsx), no cookie, no
 * address. It leaves in a header alone.
 *
 * @throws CombinedError
 */
export async function signIn(key: string, onRefused: OnRefused): Promise<Held> {
  const gateway = createGateway(key, onRefused)
  const { data, error } = await gateway.query(ViewerDocument, {}, { requestPolicy: 'network-only' })
  if (error || !data) throw error
  const { viewer } = data
  const scopes = viewer.scopes.map((scope) => scopesByName[scope])
  return { gateway, post: createPoster(key, onRefused), viewer: { ...viewer, scopes } }
}

/** The service's GraphQL. A GET would write documents and variables into addresses: everything is sent by POST. */
function createGateway(key: string, onRefused: OnRefused): Client {
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: { headers: { authorization: `Bearer ${key}` }, credentials: 'omit', cache: 'no-store' },
    exchanges: [
      cacheExchange,
      mapExchange({
        onError: (error) => {
          if (isRefusedKey(error)) onRefused(refusalOf(error))
        },
      }),
      fetchExchange,
    ],
  })
}

const isRefusedKey = ({ graphQLErrors }: CombinedError): boolean =>
  graphQLErrors.some(({ extensions }) => extensions?.type === 'authentication_error')

function createPoster(key: string, onRefused: OnRefused): Post {
  return async (path, body) => {
    try {
      const response = await fetch(path, {
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        credentials: 'omit',
        cache: 'no-store',
      })
      const answer = await response.json()
      const refusal = response.ok ? null : refusalIn(answer, response)
      if (refusal && response.status === 401) onRefused(refusal)
      return { body: answer, refusal }
    } catch {
      return { body: null, refusal: unreachable }
    }
  }
}

type Envelope = { error?: { message: string; code: string; param?: string; request_id: string } }

function refusalIn({ error }: Envelope, response: Response): Refusal {
  if (!error) return unreachable
  const { message, code, param, request_id: requestId } = error
  return { message, code, param, requestId, retryAfter: response.headers.get('retry-after') }
}
