import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ErrorCode, errorCatalogue } from '../src/kernel/errors.ts'
import { statusOf } from '../src/kernel/status.ts'
import { errorAdvice } from './error-advice.ts'

export const errorsFile = fileURLToPath(new URL('../docs/errors.md', import.meta.url))

const codes = (Object.keys(errorCatalogue) as ErrorCode[]).sort((a, b) => statusOf(a) - statusOf(b))

const row = (code: ErrorCode): string =>
  `| ${statusOf(code)} | \`${errorCatalogue[code].type}\` | [\`${code}\`](#${code}) | \`${code.toUpperCase()}\` | ${errorCatalogue[code].message} |`

function section(code: ErrorCode): string {
  const [cause, advice] = errorAdvice[code]
  return `### \`${code}\`

HTTP ${statusOf(code)}, \`${errorCatalogue[code].type}\`: ${errorCatalogue[code].message}

- **Cause.** ${cause}
- **What to do.** ${advice}
`
}

/** The page of all errors, made of the catalogue. `doc_url` leads to the heading of its code. */
export const errorsPage = (): string => `# Errors

Made by \`npm run generate -- errors\` of \`src/kernel/errors.ts\` and \`scripts/error-advice.ts\`.

REST answers with the status and \`{"error": {"type", "code", "message", "param"?, "doc_url", "request_id"}}\`. GraphQL answers with
\`errors[].extensions { code, type, param, requestId }\`, the code in capitals; its HTTP status is 200 unless nothing of the
document could run. A message never repeats what was sent; \`param\` names the field at most. \`api_key_expired\`,
\`api_key_revoked\` and \`consumer_suspended\` are said only to who holds the secret of that key. 401 comes with \`WWW-Authenticate: Bearer\`, 405 with
\`Allow\`, 429 and 503 with \`Retry-After\`. A client that asked by a hash is answered with 200 and
\`PERSISTED_QUERY_NOT_FOUND\`, and sends the document ([graphql.md](graphql.md#automatic-persisted-queries)). What to send again, and how: [when things fail](when-things-fail.md).

| HTTP | type | code | GraphQL | message |
|---|---|---|---|---|
${codes.map(row).join('\n')}

## Each code

\`doc_url\` of an error leads here.

${codes.map(section).join('\n')}`

if (import.meta.main) writeFileSync(errorsFile, errorsPage())
