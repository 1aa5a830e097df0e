import { Client, type CombinedError, cacheExchange, fetchExchange, mapExchange } from 'urql'
import { type Scope, scopesByName } from '../../../src/kernel/scopes.ts'
import { ViewerDocument, type ViewerQuery } from './generated/documents.ts'

/** The consumer of the key. Its scopes have the spelling of keys. */
export type Viewer = Omit<ViewerQuery['viewer'], 'scopes'> & { scopes: readonly Scope[] }

export type Gateway = Client

/**
 * The service's GraphQL, with one owner's key.
 *
 * INVARIANT (in memory only): the key lives in closures: no storage unless its owner ticked it (app.tsx), no cookie, no
 * address. A GET
 * would write documents and variables into addresses, so everything is sent by POST.
 */
export function createGateway(key: string, onRefused: (error: CombinedError) => void): Gateway {
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: { headers: { authorization: `Bearer ${key}` }, credentials: 'omit', cache: 'no-store' },
    exchanges: [
      cacheExchange,
      mapExchange({
        onError: (error) => {
          if (isRefusedKey(error)) onRefused(error)
        },
      }),
      fetchExchange,
    ],
  })
}

const isRefusedKey = ({ graphQLErrors }: CombinedError): boolean =>
  graphQLErrors.some(({ extensions }) => extensions?.type === 'authentication_error')

/** Reads the consumer of the key. @throws CombinedError */
export async function askViewer(gateway: Gateway): Promise<Viewer> {
  const { data, error } = await gateway.query(ViewerDocument, {}, { requestPolicy: 'network-only' })
  if (error || !data) throw error
  const { viewer } = data
  return { ...viewer, scopes: viewer.scopes.map((scope) => scopesByName[scope]) }
}
