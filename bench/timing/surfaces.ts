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

const thin = Object.keys(hiddenClasses).filter((name) => name !== 'unknown')
const fat = Object.keys(fatClasses)
const vast = Object.keys(vastClasses)
const owned = [...thin, ...fat]
const every = [...thin, ...fat, ...vast]
const explained = [...thin.filter((name) => name !== 'reserved word'), ...fat]
/** Without grants to the caller, which the caller's own log has. */
const ungranted = owned.filter((name) => !/else|revoked|expired grant|, granted/.test(name))
export const some: readonly string[] = [
  ...thin,
  ...['private', 'grant for something else', 'expired grant', 'suspended identity, granted', 'in cooldown'].map(
    (name) => `${name}, fat`,
  ),
]
const large = [
  'private, fat',
  'grant for something else, vast',
  'expired grant, vast',
  'suspended identity, granted, vast',
]
const largest = ['private, vast', 'grant for something else, fat', 'suspended identity, granted, vast']
const payees = Object.keys(payeeClasses)
const destinations = Object.keys(destinationClasses)

/** The handles of one request, all of the same alias. */
type Handles = (alias: string) => readonly string[]
export const copies =
  (count: number): Handles =>
  (alias) =>
    Array<string>(count).fill(`@${alias}`)
const spelled =
  (count: number): Handles =>
  (alias) =>
    spellings(alias, count)

const handle = (alias: string) => ({ alias: `@${alias}` })
export const rest = { step: 'single', path: '/v1/resolve', body: handle } as const
export const bulk = (handles: Handles) =>
  ({ step: 'bulk', path: '/v1/resolve/bulk', body: (alias: string) => ({ items: handles(alias) }) }) as const
const graphql = (query: string, variablesOf: (alias: string) => object) =>
  ({ step: 'bulk', path: '/graphql', body: (alias: string) => ({ query, variables: variablesOf(alias) }) }) as const
/** An e-mail address in a body. */
const claimed = (alias: string) => ({ type: 'email', value: claimedValue(alias) })
const inputOf = (alias: string) => ({ input: handle(alias) })
const resolveQuery = 'query ($input: ResolveInput!) { resolve(input: $input) { identityId } }'
const tenFields = Array.from({ length: 10 }, (_, n) => `f${n}: resolve(input: $input) { identityId }`).join(' ')
const tenQuery = `query ($input: ResolveInput!) { ${tenFields} }`
const bulkQuery = 'query ($items: [ResolveInput!]!) { resolveBulk(items: $items) { status identityId error { code } } }'
const entitiesQuery = 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Resolution { identityId } } }'
const entities = (handles: Handles) =>
  graphql(entitiesQuery, (alias) => ({ of: handles(alias).map((one) => ({ __typename: 'Resolution', alias: one })) }))

/** Surfaces whose run shows that the step hides the seeded leak before it. */
export const covered = { connections: 2, coversWork: true } as const
export const coveredOfMany = { connections: 10, coversWork: true } as const
const heavy = { connections: 5, classes: large } as const
const heaviest = { connections: 2, classes: largest } as const
const payeeBulk = { step: 'bulk', path: '/v1/payee_checks/bulk', connections: 2, tellsVerdicts: true } as const
const consentRequest = (more: object = {}) =>
  ({
    step: 'bulk',
    path: '/v1/consent_requests',
    body: (alias: string) => ({ ...handle(alias), purpose: 'timing', ...more }),
    ...covered,
    classes: some,
  }) as const

const bothOf: readonly Metric[] = [
  { name: 'the later', shows: 'start', of: (times) => Math.max(...times) },
  { name: 'the earlier', shows: 'step', of: (times) => Math.min(...times) },
]
const secondOf: readonly Metric[] = [{ name: 'the neighbour', shows: 'work', of: (times) => times[1]! }]
const ownWork: readonly Metric[] = [{ name: 'all of it', shows: 'work', of: (times) => times[0]! }]
/** Surfaces without a step: a consumer's own lists read no record of others. */
const own = (path: Surface['path'], body: Body = () => undefined) =>
  ({ step: 'single', connections: 1, metrics: ownWork, path, body }) as const
const neighbour: Beside = { path: '/v1/resolve', body: () => handle(neighbourAlias) }

export const surfaces: readonly Surface[] = [
  { name: 'REST', ...rest, ...covered, classes: every },
  { name: 'bulk', ...bulk(copies(1)), ...coveredOfMany, classes: every, tellsOfRequests: true },
  { name: 'GraphQL', ...graphql(resolveQuery, inputOf), ...coveredOfMany, classes: some },
  { name: '_entities', ...entities(copies(1)), ...coveredOfMany, classes: some },
  { name: 'bulk of 10 copies', ...bulk(copies(10)), connections: 10, classes: large },
  { name: 'bulk of 100 copies', ...bulk(copies(100)), ...heavy },
  { name: 'bulk of 100 spellings', ...bulk(spelled(100)), ...heavy },
  { name: 'GraphQL 10 fields', ...graphql(tenQuery, inputOf), ...heavy },
  {
    name: 'GraphQL bulk of 100 spellings',
    ...graphql(bulkQuery, (alias) => ({ items: spellings(alias, 100).map((one) => ({ alias: one })) })),
    ...heavy,
  },
  { name: '_entities of 1000 copies', ...entities(copies(1_000)), ...heaviest },
  { name: '_entities of 1000 spellings', ...entities(spelled(1_000)), ...heaviest },
  { name: 'REST two at once', ...rest, connections: 1, classes: large, beside: rest, metrics: bothOf },
  {
    name: 'two bulks of 100 copies at once',
    ...bulk(copies(100)),
    connections: 3,
    classes: large,
    beside: bulk(copies(100)),
    metrics: bothOf,
  },
  {
    name: 'beside a bulk of 100 copies',
    ...bulk(copies(100)),
    connections: 2,
    classes: large,
    beside: neighbour,
    metrics: secondOf,
  },
  {
    name: 'payee checks',
    step: 'single',
    path: '/v1/payee_checks',
    body: (alias) => ({ ...handle(alias), name: askedName }),
    ...covered,
    classes: [...thin, ...payees],
    tellsVerdicts: true,
  },
  {
    name: 'bulk of payee checks',
    ...payeeBulk,
    body: (alias) => ({ items: Array<unknown>(100).fill({ ...handle(alias), name: askedName }) }),
    classes: ['private, fat', ...payees],
  },
  {
    name: '100 names of one payee',
    ...payeeBulk,
    body: (alias) => ({ items: askedNames.map((name) => ({ ...handle(alias), name })) }),
    classes: ['private, fat', 'suspended identity, granted', ...payees],
  },
  {
    name: 'destination checks',
    step: 'bulk',
    path: '/v1/destination_checks',
    body: (alias) => ({ ...handle(alias), destination: askedDestination }),
    ...covered,
    classes: [...thin, ...destinations],
    tellsVerdicts: true,
  },
  {
    name: '20 destinations of one payee',
    step: 'bulk',
    path: '/v1/destination_checks/bulk',
    body: (alias) => ({ items: askedDestinations.map((destination) => ({ ...handle(alias), destination })) }),
    // Two full bulks at once would measure each other.
    connections: 1,
    classes: ['private, fat', ...destinations],
    tellsVerdicts: true,
  },
  {
    name: 'releases',
    step: 'single',
    path: '/v1/releases',
    body: (alias, payable) => ({
      ...handle(alias),
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
    body: claimed,
    isLive: true,
    ...covered,
    classes: Object.keys(unprovedClasses),
  },
  {
    name: 'claims',
    step: 'bulk',
    path: '/v1/claims',
    body: (alias, payable) => ({ ...claimed(alias), identity: payable.identity, kind: 'ownership' }),
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
  { name: 'search of identities', ...own('/v1/identities/search', handle), classes: owned },
  {
    name: 'search of aliases',
    ...own('/v1/aliases/search', (alias) => ({ type: 'username', value: `@${alias}` })),
    classes: owned,
  },
  {
    name: 'list of refusals',
    ...own((alias, payable) => `/v1/requests?key=${payable.keys[alias]!.id}`),
    classes: listedClasses,
    // A refusal that took another step has a longer time in the list.
    tellsVerdicts: true,
  },
  {
    name: 'log of a subject',
    ...own((alias, payable) => `/v1/audit?subject=${identityOf(alias, payable)}`),
    classes: ungranted,
  },
  {
    name: 'events of a record',
    ...own((alias, payable) => `/v1/events?object=${identityOf(alias, payable)}`),
    classes: ungranted,
  },
  { name: 'explanations', ...own('/v1/explanations', explainedAlias), classes: explained },
  {
    name: 'explanations of consumers',
    ...own('/v1/explanations', explainedConsumer),
    classes: Object.keys(consumerClasses),
  },
  {
    name: 'impacts',
    ...own('/v1/impacts', (alias, payable) => ({
      operation: 'releaseAlias',
      id: explainedAlias(alias, payable).alias,
    })),
    classes: explained,
  },
  { name: 'impacts of new grants', ...own('/v1/impacts', newGrant), classes: owned },
  // The last one: after it bulk shows the payer its open requests.
  { name: 'consent requests', ...consentRequest() },
  { name: 'consent requests for release', ...consentRequest({ wants: ['disclosure', 'release'] }) },
]
