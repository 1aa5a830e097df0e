import { encodeId } from '../../src/kernel/id.ts'
import type { StepKind } from '../../src/kernel/response-step.ts'
import { fatClasses, hiddenClasses, neighbourAlias, vastClasses } from '../../test/support/hidden-aliases.ts'
import {
  askedDestination,
  askedDestinations,
  askedName,
  challengeClasses,
  claimClasses,
  claimedValue,
  consumerClasses,
  destinationClasses,
  explainedAlias,
  explainedConsumer,
  identityOf,
  listedClasses,
  newGrant,
  type Payable,
  payeeClasses,
  unprovedClasses,
} from './payable.ts'
import { spellings } from './spellings.ts'

/** A request that is sent together with the measured one. */
type Beside = { path: string; body: Body }

/** Builds the body for an alias, `undefined` for a GET. */
type Body = (alias: string, payable: Payable) => unknown

/** The time to judge, and its name. */
export type Metric = {
  name: string
  of: (milliseconds: readonly number[]) => number
  /**
   * `step`: only the moment of release shows. `start`: of two answers the later one counts; its step begins when the
   * server reads it, so earlier work shows too. `work`: a request without a step, beside which all work shows; the leak
   * to catch is then the one before the step.
   */
  shows: 'step' | 'start' | 'work'
}

/** A place and way of a look-up: the request for one alias, and the step of its miss. */
export type Surface = {
  name: string
  step: StepKind
  path: string | ((alias: string, payable: Payable) => string)
  body: Body
  /** True if the payer's live key sends it: test mode requires no proof. */
  isLive?: boolean
  /** Number of concurrent connections: they wait most of the time. */
  connections: number
  classes: readonly string[]
  /** True if the classes with an open consent request are judged too: only bulk shows requests at all. */
  tellsOfRequests?: boolean
  /** True if answers may differ in length: a verdict may show, and its time may not. */
  tellsVerdicts?: boolean
  /** A concurrent request on a separate connection; `metrics` names the judged times. */
  beside?: Beside
  metrics?: readonly Metric[]
  /** True if the run shows that the step hides the seeded leak before it. */
  coversWork?: boolean
}

const askedNames = Array.from(
  { length: 100 },
  (_, n) => `${String.fromCharCode(65 + (n % 26))}${String.fromCharCode(97 + Math.floor(n / 26))}ria Gonzalez`,
)

/**
 * An id without a record, as in a request to release an alias that doesn't exist. Its digits are random like the
 * others': an id of zeros takes 10 µs longer by itself.
 */
const nobodysEndpoint = encodeId('endpoint', '7b1c9f52-3ad4-4e0b-9c1d-5f6e2ab83c47')

const resolveQuery = 'query ($input: ResolveInput!) { resolve(input: $input) { identityId } }'
const tenFields = Array.from({ length: 10 }, (_, n) => `f${n}: resolve(input: $input) { identityId }`).join(' ')
const tenQuery = `query ($input: ResolveInput!) { ${tenFields} }`
const bulkQuery = 'query ($items: [ResolveInput!]!) { resolveBulk(items: $items) { status identityId error { code } } }'
const entitiesQuery = 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Resolution { identityId } } }'

export const thin = Object.keys(hiddenClasses).filter((name) => name !== 'unknown')
const fat = Object.keys(fatClasses)
const vast = Object.keys(vastClasses)
const explained = [...thin.filter((name) => name !== 'reserved word'), ...fat]
/** Without grants to the caller, which the caller's own log has. */
const ungranted = [...thin, ...fat].filter((name) => !/else|revoked|expired grant|, granted/.test(name))
export const someFat = [
  'private',
  'grant for something else',
  'expired grant',
  'suspended identity, granted',
  'in cooldown',
].map((name) => `${name}, fat`)
const large = [
  'private, fat',
  'grant for something else, vast',
  'expired grant, vast',
  'suspended identity, granted, vast',
]
const largeFat = large.filter((name) => name.endsWith('fat'))
const largest = ['private, vast', 'grant for something else, fat', 'suspended identity, granted, vast']

const copies = (alias: string, count: number): string[] => Array<string>(count).fill(`@${alias}`)
const references = (aliases: readonly string[]) => ({
  query: entitiesQuery,
  variables: { of: aliases.map((alias) => ({ __typename: 'Resolution', alias })) },
})

export const rest = { step: 'single', path: '/v1/resolve', body: (alias: string) => ({ alias: `@${alias}` }) } as const
export const bulk = (count: number) =>
  ({
    step: 'bulk',
    path: '/v1/resolve/bulk',
    body: (alias: string) => ({ items: copies(alias, count) }),
  }) as const
const graphql = { step: 'bulk', path: '/graphql' } as const
/** Surfaces whose run shows that the step hides the seeded leak before it. */
const covered = { connections: 2, coversWork: true } as const
const payeeBulk = { step: 'bulk', path: '/v1/payee_checks/bulk', connections: 2, tellsVerdicts: true } as const
const consentRequest = (more: object = {}) =>
  ({
    step: 'bulk',
    path: '/v1/consent_requests',
    body: (alias: string) => ({ alias: `@${alias}`, purpose: 'timing', ...more }),
    ...covered,
    classes: [...thin, ...someFat],
  }) as const

const bothOf: readonly Metric[] = [
  { name: 'the later', shows: 'start', of: (times) => Math.max(...times) },
  { name: 'the earlier', shows: 'step', of: (times) => Math.min(...times) },
]
const secondOf: readonly Metric[] = [{ name: 'the neighbour', shows: 'work', of: (times) => times[1]! }]
const ownWork: readonly Metric[] = [{ name: 'all of it', shows: 'work', of: (times) => times[0]! }]
/** Surfaces without a step: a consumer's own lists read no record of others. */
const own = { step: 'single', connections: 1, metrics: ownWork } as const
const neighbour: Beside = { path: '/v1/resolve', body: () => ({ alias: `@${neighbourAlias}` }) }

export const surfaces: readonly Surface[] = [
  { name: 'REST', ...rest, ...covered, classes: [...thin, ...fat, ...vast] },
  {
    name: 'bulk',
    ...bulk(1),
    connections: 10,
    coversWork: true,
    classes: [...thin, ...fat, ...vast],
    tellsOfRequests: true,
  },
  {
    name: 'GraphQL',
    ...graphql,
    body: (alias) => ({ query: resolveQuery, variables: { input: { alias: `@${alias}` } } }),
    connections: 10,
    coversWork: true,
    classes: [...thin, ...someFat],
  },
  {
    name: '_entities',
    ...graphql,
    body: (alias) => references([`@${alias}`]),
    connections: 10,
    coversWork: true,
    classes: [...thin, ...someFat],
  },
  { name: 'bulk of 10 copies', ...bulk(10), connections: 10, classes: large },
  {
    name: 'bulk of 100 copies',
    ...bulk(100),
    connections: 5,
    classes: large,
  },
  {
    name: 'bulk of 100 spellings',
    step: 'bulk',
    path: '/v1/resolve/bulk',
    body: (alias) => ({ items: spellings(alias, 100) }),
    connections: 5,
    classes: large,
  },
  {
    name: 'GraphQL 10 fields',
    ...graphql,
    body: (alias) => ({ query: tenQuery, variables: { input: { alias: `@${alias}` } } }),
    connections: 5,
    classes: large,
  },
  {
    name: 'GraphQL bulk of 100 spellings',
    ...graphql,
    body: (alias) => ({ query: bulkQuery, variables: { items: spellings(alias, 100).map((one) => ({ alias: one })) } }),
    connections: 5,
    classes: large,
  },
  {
    name: '_entities of 1000 copies',
    ...graphql,
    body: (alias) => references(copies(alias, 1_000)),
    connections: 2,
    classes: largest,
  },
  {
    name: '_entities of 1000 spellings',
    ...graphql,
    body: (alias) => references(spellings(alias, 1_000)),
    connections: 2,
    classes: largest,
  },
  { name: 'REST two at once', ...rest, connections: 1, classes: large, beside: rest, metrics: bothOf },
  {
    name: 'two bulks of 100 copies at once',
    ...bulk(100),
    connections: 3,
    classes: large,
    beside: bulk(100),
    metrics: bothOf,
  },
  {
    name: 'beside a bulk of 100 copies',
    ...bulk(100),
    connections: 2,
    classes: large,
    beside: neighbour,
    metrics: secondOf,
  },
  {
    name: 'payee checks',
    step: 'single',
    path: '/v1/payee_checks',
    body: (alias) => ({ alias: `@${alias}`, name: askedName }),
    ...covered,
    classes: [...thin, ...Object.keys(payeeClasses)],
    tellsVerdicts: true,
  },
  {
    name: 'bulk of payee checks',
    ...payeeBulk,
    body: (alias) => ({ items: Array<unknown>(100).fill({ alias: `@${alias}`, name: askedName }) }),
    classes: [...largeFat, ...Object.keys(payeeClasses)],
  },
  {
    name: '100 names of one payee',
    ...payeeBulk,
    body: (alias) => ({ items: askedNames.map((name) => ({ alias: `@${alias}`, name })) }),
    classes: ['private, fat', 'suspended identity, granted', ...Object.keys(payeeClasses)],
  },
  {
    name: 'destination checks',
    step: 'bulk',
    path: '/v1/destination_checks',
    body: (alias) => ({ alias: `@${alias}`, destination: askedDestination }),
    ...covered,
    classes: [...thin, ...Object.keys(destinationClasses)],
    tellsVerdicts: true,
  },
  {
    name: '20 destinations of one payee',
    step: 'bulk',
    path: '/v1/destination_checks/bulk',
    body: (alias) => ({ items: askedDestinations.map((destination) => ({ alias: `@${alias}`, destination })) }),
    // Two full bulks at once would measure each other.
    connections: 1,
    classes: [...largeFat, ...Object.keys(destinationClasses)],
    tellsVerdicts: true,
  },
  {
    name: 'releases',
    step: 'single',
    path: '/v1/releases',
    body: (alias, payable) => ({
      alias: `@${alias}`,
      endpoint: payable.endpoints[alias] ?? nobodysEndpoint,
      sealing_key: payable.sealingKey,
    }),
    ...covered,
    classes: [...thin, 'resolvable, no name'],
  },
  {
    name: 'proof required',
    step: 'single',
    path: '/v1/resolve',
    body: (alias) => ({ type: 'email', value: claimedValue(alias) }),
    isLive: true,
    ...covered,
    classes: Object.keys(unprovedClasses),
  },
  {
    name: 'claims',
    step: 'bulk',
    path: '/v1/claims',
    body: (alias, payable) => ({
      ...{ type: 'email', value: claimedValue(alias) },
      ...{ identity: payable.identity, kind: 'ownership' },
    }),
    ...covered,
    classes: Object.keys(claimClasses),
  },
  {
    name: 'challenges',
    step: 'bulk',
    path: (alias, payable) => `/v1/claims/${payable.claims[alias]}/challenges`,
    body: () => ({ method: 'email_code' }),
    isLive: true,
    connections: 8,
    coversWork: true,
    classes: Object.keys(challengeClasses),
  },
  {
    name: 'search of identities',
    ...own,
    path: '/v1/identities/search',
    body: (alias) => ({ alias: `@${alias}` }),
    classes: [...thin, ...fat],
  },
  {
    name: 'search of aliases',
    ...own,
    path: '/v1/aliases/search',
    body: (alias) => ({ type: 'username', value: `@${alias}` }),
    classes: [...thin, ...fat],
  },
  {
    name: 'list of refusals',
    ...own,
    path: (alias, payable) => `/v1/requests?key=${payable.keys[alias]!.id}`,
    body: () => undefined,
    classes: listedClasses,
    // A refusal that took another step has a longer time in the list.
    tellsVerdicts: true,
  },
  {
    name: 'log of a subject',
    ...own,
    path: (alias, payable) => `/v1/audit?subject=${identityOf(alias, payable)}`,
    body: () => undefined,
    classes: ungranted,
  },
  {
    name: 'events of a record',
    ...own,
    path: (alias, payable) => `/v1/events?object=${identityOf(alias, payable)}`,
    body: () => undefined,
    classes: ungranted,
  },
  {
    name: 'explanations',
    ...own,
    path: '/v1/explanations',
    body: explainedAlias,
    classes: explained,
  },
  {
    name: 'explanations of consumers',
    ...own,
    path: '/v1/explanations',
    body: explainedConsumer,
    classes: Object.keys(consumerClasses),
  },
  {
    name: 'impacts',
    ...own,
    path: '/v1/impacts',
    body: (alias, payable) => ({ operation: 'releaseAlias', id: explainedAlias(alias, payable).alias }),
    classes: explained,
  },
  {
    name: 'impacts of new grants',
    ...own,
    path: '/v1/impacts',
    body: newGrant,
    classes: [...thin, ...fat],
  },
  // The last one: after it bulk shows the payer its open requests.
  { name: 'consent requests', ...consentRequest() },
  { name: 'consent requests for release', ...consentRequest({ wants: ['disclosure', 'release'] }) },
]
