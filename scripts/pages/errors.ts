import { type ErrorCode, errorCatalogue, statusOf } from '../../src/kernel/errors.ts'

/** The table of docs/reference/errors.md: every code with its status, type and message. */
export function errorTable(): string {
  const rows = (Object.keys(errorCatalogue) as ErrorCode[])
    .map((code) => ({ code, status: statusOf(code), ...errorCatalogue[code] }))
    .sort((one, other) => one.status - other.status)
    .map(
      ({ code, status, type, message }) =>
        `| ${status} | \`${type}\` | [\`${code}\`](#${code}) | \`${code.toUpperCase()}\` | ${message} |`,
    )
  return ['| HTTP | type | code | GraphQL | message |', '|---|---|---|---|---|', ...rows].join('\n')
}
