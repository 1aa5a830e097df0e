import type { Environment } from './fixture.ts'
import { type Question, questions } from './questions.ts'

/** One measured thing: the server that answers (a module of rungs/), and what it is asked. */
export type Rung = {
  server: string
  question: Question
  env?: Environment
  /** Whether a right answer was given; by default each asked record shows its wallet. */
  isRight?: (text: string) => boolean
}

const { single, bulk, graphqlSingle, graphqlTrusted, graphqlBulk, entities, naiveSingle, naiveBulk, postgraphile } =
  questions

/** Written where it is started: the trusted document's manifest. */
export const trusting: Environment = { TRUSTED_DOCUMENTS: '' }

export const ladder: Readonly<Record<string, Rung>> = {
  'node:http, one prepared statement per request': { server: 'http-prepared', question: single },
  'node:http, batched (ceiling)': { server: 'http-batched', question: single },
  'REST single': { server: 'signpost', question: single },
  'REST single, database stubbed': { server: 'signpost', question: single, env: { BENCH_STUB: '1' } },
  'GraphQL single': { server: 'signpost', question: graphqlSingle },
  'GraphQL single, trusted document': { server: 'signpost', question: graphqlTrusted, env: trusting },
  'graphql-yoga, our resolvers': { server: 'yoga', question: graphqlSingle },
  'mercurius + jit, our resolvers': { server: 'mercurius', question: graphqlSingle },
  'Apollo, naive N + 1': { server: 'naive', question: naiveSingle },
  'PostGraphile 5, function': {
    server: 'postgraphile',
    question: postgraphile,
    isRight: (text) => text.includes('projection'),
  },
  'REST bulk of 100': { server: 'signpost', question: bulk },
  'GraphQL bulk of 100': { server: 'signpost', question: graphqlBulk },
  '_entities of 100': { server: 'signpost', question: entities },
  '100 prepared statements': { server: 'http-prepared', question: bulk },
  'naive N + 1, bulk of 100': { server: 'naive', question: naiveBulk },
}
