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

const { single, bulk, graphqlSingle, graphqlBulk, entities, postgraphile } = questions

const withoutRecords: Environment = { BENCH_RECORDS: 'off' }

export const ladder: Readonly<Record<string, Rung>> = {
  'node:http, one prepared statement per request': { server: 'http-prepared', question: single },
  'node:http, batched (ceiling)': { server: 'http-batched', question: single },
  'REST single': { server: 'signpost', question: single },
  'REST single, 32 connections': { server: 'signpost', question: { ...single, connections: 32 } },
  'REST single, 256 connections': { server: 'signpost', question: { ...single, connections: 256 } },
  'REST single, no records': { server: 'signpost', question: single, env: withoutRecords },
  'GraphQL single': { server: 'signpost', question: graphqlSingle },
  'PostGraphile 5, function': {
    server: 'postgraphile',
    question: postgraphile,
    isRight: (text) => text.includes('projection'),
  },
  'REST bulk of 100': { server: 'signpost', question: bulk },
  'REST bulk of 100, no records': { server: 'signpost', question: bulk, env: withoutRecords },
  'GraphQL bulk of 100': { server: 'signpost', question: graphqlBulk },
  '_entities of 100': { server: 'signpost', question: entities },
  '100 prepared statements': { server: 'http-prepared', question: bulk },
}
