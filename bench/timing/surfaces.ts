import type { FloorKind } from '../../src/services/release-floor.ts'

/** Where a look-up can be made: the request for one alias, and the floor that its miss waits for. */
export type Surface = {
  name: string
  floor: FloorKind
  path: string
  body: (alias: string) => unknown
  /** How many connections ask at the same time: most of the time is spent waiting. */
  connections: number
}

const resolveQuery = 'query ($input: ResolveInput!) { resolve(input: $input) { identity } }'
const entitiesQuery = 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Resolution { identity } } }'

export const surfaces: readonly Surface[] = [
  {
    name: 'REST',
    floor: 'single',
    path: '/v1/resolve',
    body: (alias) => ({ alias: `@${alias}` }),
    connections: 2,
  },
  {
    name: 'bulk',
    floor: 'bulk',
    path: '/v1/resolve/bulk',
    body: (alias) => ({ items: [`@${alias}`] }),
    connections: 8,
  },
  {
    name: 'GraphQL',
    floor: 'bulk',
    path: '/graphql',
    body: (alias) => ({ query: resolveQuery, variables: { input: { alias: `@${alias}` } } }),
    connections: 8,
  },
  {
    name: '_entities',
    floor: 'bulk',
    path: '/graphql',
    body: (alias) => ({
      query: entitiesQuery,
      variables: { of: [{ __typename: 'Resolution', alias: `@${alias}` }] },
    }),
    connections: 8,
  },
  {
    name: 'consent requests',
    floor: 'single',
    path: '/v1/consent_requests',
    body: (alias) => ({ alias: `@${alias}`, purpose: 'timing' }),
    connections: 2,
  },
]
