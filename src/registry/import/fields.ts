import { camel, snakeName } from '../../kernel/camel.ts'
import { SignpostError } from '../../kernel/errors.ts'
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

export type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is object => value !== null && typeof value === 'object'

const keysOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(keysOf)
    : isObject(value)
      ? Object.entries(value).flatMap(([name, inner]) => [name, ...keysOf(inner)])
      : []

/**
 * Converts the fields of a line to the form of a request. Keys within a field are in the API's spelling, and one in
 * camelCase is unknown, as in a request; those of metadata are the owner's. @throws SignpostError parameter_unknown
 */
export function spelled({ metadata, ref, ...fields }: Fields) {
  const wrong = Object.entries(fields).find(
    ([, value]) => isObject(value) && keysOf(value).some((key) => /[A-Z]/.test(key)),
  )
  if (wrong) throw new SignpostError('parameter_unknown', { param: wrong[0] })
  // A reference can't be cleared by a line that is found by it.
  const own = { metadata, externalReference: ref === null ? '' : ref }
  return { ...(camel(fields) as Fields), ...own }
}

const nameInLine = (param: string): string =>
  param === 'externalReference' ? 'ref' : param.split('.').map(snakeName).join('.')

/** Runs a reader of requests. A refusal names the field in the line's spelling. @throws SignpostError */
export function inSpelling<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SignpostError) || error.param === undefined) throw error
    throw new SignpostError(error.code, { rule: error.message, param: nameInLine(error.param) })
  }
}
