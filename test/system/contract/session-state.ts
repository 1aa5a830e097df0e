import type { Source } from './floors.ts'

/** Where a session of one's own is the point: connections that go past every pooler, by `DATABASE_LISTEN_URL`. */
const listeners = new Set(['src/database/listener.ts', 'src/webhooks/deliveries/queue-store.ts'])

/** A command tries its option on a connection of its own first; where a pooler refuses it, the command goes without. */
const trying = new Set(['src/cli/database.ts'])

type Rule = { name: string; finds: RegExp; unless?: (source: Source, statement: string) => boolean }

/** Statements whose effect outlives their transaction and reaches the next user of the pooled connection. */
const rules: readonly Rule[] = [
  {
    name: 'SET that is not LOCAL',
    finds: /^(?:set(?!\s+(?:local|constraints|transaction)\b)|reset|discard)\s+[a-z_"$]/,
  },
  { name: 'set_config for the session', finds: /\bset_config\s*\((?![^()]*,\s*true\s*\))/ },
  { name: 'advisory lock of the session', finds: /\bpg_(?:try_)?advisory_(?:lock|unlock)/ },
  { name: 'temporary table', finds: /\bcreate\s+temp(?:orary)?\b(?!.*\bon\s+commit\s+drop\b)/ },
  { name: 'LISTEN', finds: /^(?:un)?listen\s/, unless: ({ path }) => listeners.has(path) },
  { name: 'cursor WITH HOLD', finds: /\bwith\s+hold\b/ },
  { name: 'PREPARE by SQL', finds: /^(?:prepare|deallocate)\s+\w/ },
  { name: 'LOAD', finds: /^load\s+'/ },
  // Not SQL, but the same fault: what a client sends as it connects, which a pooler refuses or forgets.
  {
    name: 'start-up parameter',
    finds: /^(?:-c\s+[a-z_]+=|.*[?&](?:options|statement_timeout|lock_timeout)=)/,
    unless: ({ path }) => trying.has(path),
  },
]
const startParameter = /\b(?:statement_timeout|lock_timeout|idle_in_transaction_session_timeout|options)\s*:\s*['"\d`]/

/** Text between quotes, and templates with a `$` for each value. */
const literals = (text: string): string[] =>
  [...text.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, single, double, template]) => single ?? double ?? template!.replace(/\$\{[^{}]*\}/g, '$'),
  )

/** English begins with a capital; SQL, in this code, doesn't. */
const isSentence = /^\s*[A-Z][a-z]/

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

/** Statements, or parts of such, that leave something behind in their session: a sentence each. */
export function sessionState(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !path.startsWith('src/surfaces/graphql/generated/'))
    .flatMap((source) => {
      const code = withoutComments(source.text)
      const statements = literals(code)
        .flatMap((literal) => literal.split(';'))
        .filter((statement) => !isSentence.test(statement))
        .map((statement) => statement.trim().replace(/\s+/g, ' ').toLowerCase())
      const found = statements.flatMap((statement) =>
        rules
          .filter(({ finds, unless }) => finds.test(statement) && !unless?.(source, statement))
          .map(({ name }) => `${source.path}: ${name}: ${statement.slice(0, 60)}`),
      )
      return startParameter.test(code) ? [...found, `${source.path}: start-up parameter`] : found
    })
}
