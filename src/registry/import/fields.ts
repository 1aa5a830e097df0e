import type { Definition } from '../../kernel/record.ts'
import { lineNames } from '../../kernel/record-bodies.ts'
import { alias } from '../aliases/record.ts'
import { endpoint } from '../endpoints/record.ts'
import { identity } from '../identities/record.ts'

/** Fields of a record that its owner may set, and its names: the owner's own id of it is `ref` in a line. */
const fieldsOf = (definition: Definition, ...more: string[]): readonly string[] => [
  'object',
  'ref',
  'id',
  ...lineNames(definition).filter((name) => name !== 'external_reference'),
  ...more,
]

/** The fields of a line, by its kind of record. docs/how-to/import.md describes each. */
export const lineFields = {
  identity: fieldsOf(identity),
  /** The time of a verification is exported, and only a verification sets it. */
  alias: fieldsOf(alias, 'verified_at'),
  endpoint: fieldsOf(endpoint, 'address', 'details'),
} as const

export type LineObject = keyof typeof lineFields
export const lineObjects = Object.keys(lineFields) as LineObject[]

export const isLineObject = (value: unknown): value is LineObject =>
  typeof value === 'string' && Object.hasOwn(lineFields, value)
