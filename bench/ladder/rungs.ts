import type { Load } from './load.ts'
import type { Registry } from './registry.ts'

/** The request to a server: a body in which `%d` is the number of a random record. */
export type Question = Pick<Load, 'body' | 'holes'> & { path: string; connections: number }

const hundred = (item: string): string => Array.from({ length: 100 }, () => item).join(',')
const fields =
  'identityId type endpoints { id type capabilities { asset network rail } ... on DisclosedCryptoWallet { address } ... on DisclosedBankAccount { last4 token } }'
const whole = `alias matchedAlias { type value } disclosure { consumer totalEndpoints disclosed } livemode requestId ${fields}`

const graphql = (query: string, variables: string): Pick<Question, 'path' | 'body'> => ({
  path: '/graphql',
  body: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
})
const single = (question: Pick<Question, 'path' | 'body'>): Question => ({ ...question, holes: 1, connections: 64 })
const bulk = (question: Pick<Question, 'path' | 'body'>): Question => ({ ...question, holes: 100, connections: 8 })

const singleDocument = `query ($input: ResolveInput!) { resolve(input: $input) { ${whole} } }`
export const questions = {
  single: single({ path: '/v1/resolve', body: '{"alias":"@user.%d"}' }),
  bulk: bulk({ path: '/v1/resolve/bulk', body: `{"items":[${hundred('"@user.%d"')}]}` }),
  graphqlSingle: single(graphql(singleDocument, '{"input":{"alias":"@user.%d"}}')),
  graphqlBulk: bulk(
    graphql(
      `query ($items: [ResolveInput!]!) { resolveBulk(items: $items) { alias status ${fields.replace('type endpoints', 'endpoints')} } }`,
      `{"items":[${hundred('{"alias":"@user.%d"}')}]}`,
    ),
  ),
  entities: bulk(
    graphql(
      `query ($r: [_Any!]!) { _entities(representations: $r) { ... on Resolution { alias ${fields} } } }`,
      `{"r":[${hundred('{"__typename":"Resolution","alias":"@user.%d"}')}]}`,
    ),
  ),
  postgraphile: single(graphql('query ($alias: String!) { resolveAlias(alias: $alias) }', '{"alias":"user.%d"}')),
} satisfies Record<string, Question>

/** The request as a load on one server, over all records of its registry. */
export const loadOf = (
  { path, ...question }: Question,
  { url, registry: { key, identities } }: { url: string; registry: Registry },
  seconds: number,
): Load => ({
  ...question,
  url: url + path,
  headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
  range: identities,
  seconds,
})

/** One measured request, and the module of rungs/ that answers it, if it isn't the service. */
export type Rung = {
  server?: 'bare' | 'postgraphile'
  question: Question
  /** Checks an answer; by default each requested record shows its wallet. */
  isRight?: (text: string) => boolean
}

export const ladder: Readonly<Record<string, Rung>> = {
  'node:http, batched (ceiling)': { server: 'bare', question: { ...questions.single, path: '/batched' } },
  'node:http, one prepared statement per request': {
    server: 'bare',
    question: { ...questions.single, path: '/single' },
  },
  '100 prepared statements': { server: 'bare', question: { ...questions.bulk, path: '/single' } },
  'REST single': { question: questions.single },
  'GraphQL single': { question: questions.graphqlSingle },
  'REST bulk of 100': { question: questions.bulk },
  'GraphQL bulk of 100': { question: questions.graphqlBulk },
  '_entities of 100': { question: questions.entities },
  'PostGraphile 5, function': {
    server: 'postgraphile',
    question: questions.postgraphile,
    isRight: (text) => text.includes('projection'),
  },
}
