import { type Definition, lineNames } from '../../kernel/record.ts'
import { alias } from '../aliases/record.ts'
import { endpoint } from '../endpoints/record.ts'
import { identity } from '../identities/record.ts'

/** Fields of a record that its owner may set, and what names it: the owner's own id of it is `ref` in a line. */
const fieldsOf = (definition: Definition, ...more: string[]): readonly string[] => [
  'object',
  'ref',
  'id',
  ...lineNames(definition).filter((name) => name !== 'external_reference'),
  ...more,
]

/** The fields of a line, by what it is of. docs/import.md says what each may hold. */
export const lineFields = {
  identity: fieldsOf(identity),
  /** The time of a verification is exported, and set by a verification alone. */
  alias: fieldsOf(alias, 'verified_at'),
  endpoint: fieldsOf(endpoint, 'address', 'details'),
} as const

export type LineObject = keyof typeof lineFields
export const lineObjects = Object.keys(lineFields) as LineObject[]

export const isLineObject = (value: unknown): value is LineObject =>
  typeof value === 'string' && Object.hasOwn(lineFields, value)
