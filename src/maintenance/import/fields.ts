/** The fields of a line, by what it is of. docs/import.md says what each may hold. */
export const lineFields = {
  identity: [
    'object',
    'ref',
    'type',
    'status',
    'display_name',
    'default_privacy_level',
    'payee_checks',
    'close_match',
    'metadata',
  ],
  alias: ['object', 'ref', 'identity', 'type', 'value', 'status', 'privacy_level', 'is_primary', 'metadata'],
  endpoint: [
    'object',
    'ref',
    'identity',
    'type',
    'address',
    'details',
    'status',
    'privacy_level',
    'priority',
    'capabilities',
    'release',
    'metadata',
  ],
} as const

export type LineObject = keyof typeof lineFields

export const isLineObject = (value: unknown): value is LineObject =>
  typeof value === 'string' && Object.hasOwn(lineFields, value)
