import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ErrorCode, errorCatalogue } from '../src/kernel/errors.ts'
import { statusOf } from '../src/kernel/status.ts'

export const errorsFile = fileURLToPath(new URL('../docs/errors.md', import.meta.url))

/** The page of all errors, made of the catalogue. */
export function errorsPage(): string {
  const codes = Object.keys(errorCatalogue) as ErrorCode[]
  const rows = codes.map((code) => ({ code, status: statusOf(code), ...errorCatalogue[code] }))
  rows.sort((a, b) => a.status - b.status)
  const lines = rows.map(
    ({ code, status, type, message }) =>
      `| ${status} | \`${type}\` | \`${code}\` | \`${code.toUpperCase()}\` | ${message} |`,
  )
  return `# Errors

Made by \`npm run generate -- errors\` of \`src/kernel/errors.ts\`.

REST answers with the status and \`{"error": {"type", "code", "message", "param"?, "doc_url", "request_id"}}\`. GraphQL answers with
\`errors[].extensions { code, type, param, requestId }\`, the code in capitals; its HTTP status is 200 unless nothing of the
document could run. A message never repeats what was sent; \`param\` names the field at most. \`api_key_expired\`,
\`api_key_revoked\` and \`consumer_suspended\` are said only to who holds the secret of that key. 401 comes with \`WWW-Authenticate: Bearer\`, 405 with
\`Allow\`, 429 and 503 with \`Retry-After\`.

| HTTP | type | code | GraphQL | message |
|---|---|---|---|---|
${lines.join('\n')}
`
}

if (import.meta.main) writeFileSync(errorsFile, errorsPage())
