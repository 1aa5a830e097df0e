import { camel, snakeName } from '../../kernel/camel.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { decodeId } from '../../kernel/id.ts'
import { isRecord, optionalOneOf, requireOneOf, requireString } from '../../kernel/input.ts'
import type { Definition } from '../../kernel/record.ts'
import { lineNames } from '../../kernel/record-bodies.ts'
import { type AliasFields, readAliasFields, readAliasInput } from '../aliases/input.ts'
import type { NormalizedAlias } from '../aliases/normalization/normalize.ts'
import { alias } from '../aliases/record.ts'
import {
  type EndpointState,
  type EndpointType,
  endpointStates,
  endpointTypeNames,
} from '../endpoints/endpoint-types.ts'
import { type EndpointFields, readEndpointFields } from '../endpoints/input.ts'
import { endpoint } from '../endpoints/record.ts'
import { type IdentityFields, readIdentityFields } from '../identities/input.ts'
import { identity } from '../identities/record.ts'
import { readReference } from '../notes/rules.ts'

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

type LineObject = keyof typeof lineFields
const lineObjects = Object.keys(lineFields) as LineObject[]

export const isLineObject = (value: unknown): value is LineObject =>
  typeof value === 'string' && Object.hasOwn(lineFields, value)

type Fields = Readonly<Record<string, unknown>>

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
function spelled({ metadata, ref, ...fields }: Fields) {
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

/**
 * A record that a line names: by its reference; without one by an id of the registry (a uuid); without either by its
 * value.
 */
export type Named = { ref: string | null; id: string | null }

/** Absent fields are left unchanged. */
export type IdentityPatch = { object: 'identity' } & Named & IdentityFields
export type AliasPatch = {
  object: 'alias'
  identity: Named | null
  named: NormalizedAlias | null
  isReleased: boolean
} & Named &
  AliasFields
export type EndpointPatch = {
  object: 'endpoint'
  identity: Named | null
  type: EndpointType | undefined
  address: string | undefined
  /** With fields in camelCase. Its rules depend on the type. */
  details: unknown
} & Named &
  EndpointFields<EndpointState>
/** A line of an import, with everything validated that needs no look-up. */
export type Patch = IdentityPatch | AliasPatch | EndpointPatch

export const missing = (param: string) => new SignpostError('parameter_missing', { param })

/**
 * INVARIANT (one text): an id of a foreign record, of the other environment, of no record and a malformed id are
 * refused alike, and only own records are read.
 */
export const absentId = () =>
  new SignpostError('resource_missing', {
    param: 'id',
    rule: 'No record of this consumer has this id in this environment.',
  })

/** The API closes identities, a file never does: a line may only repeat that status. */
export const closing = () =>
  new SignpostError('parameter_invalid', {
    param: 'status',
    rule: 'An import never closes an identity: a line with the status closed needs the id of a closed one.',
  })

/** Reads text that is not empty, or undefined if absent. */
function optionalWord(fields: Fields, name: string): string | undefined {
  if (fields[name] === undefined) return undefined
  const value = requireString(fields[name], name)
  if (value === '') throw missing(name)
  return value
}

/** The name of the line's record. An id counts where there is no reference. */
function namedBy(kind: LineObject, { id }: Fields, ref: string | null | undefined): Named {
  if (typeof ref === 'string' || id === undefined) return { ref: ref ?? null, id: null }
  const uuid = decodeId(kind, id)
  if (uuid === null) throw absentId()
  return { ref: null, id: uuid }
}

function optionalIdentity(fields: Fields): Named | null {
  const name = optionalWord(fields, 'identity')
  if (name === undefined) return null
  const id = decodeId('identity', name)
  return { id, ref: id === null ? readReference(name, 'identity')! : null }
}

/** Reads and validates one line. @throws SignpostError with the code that the same request would get */
export function readLine(value: unknown, defaultRegion: string | undefined): Patch {
  if (!isRecord(value) || value instanceof Error)
    throw value instanceof SignpostError
      ? value
      : new SignpostError('invalid_json', { rule: 'The line is not a JSON object.' })
  const fields: Fields = value
  if (fields.object === undefined || fields.object === '') throw missing('object')
  const object = requireOneOf(lineObjects, fields.object, 'object')
  refuseOthers(fields, lineFields[object])
  switch (object) {
    case 'identity':
      return readIdentity(fields)
    case 'alias':
      return readAlias(fields, defaultRegion)
    case 'endpoint':
      return readEndpoint(fields)
  }
}

/** INVARIANT (no echo): a field's name is repeated only when it looks like one: a value in its place has other letters. */
function refuseOthers(fields: Fields, known: readonly string[]): void {
  const other = Object.keys(fields).find((name) => !known.includes(name))
  if (other === undefined) return
  const rule = `A line of ${fields.object} has these fields alone: ${known.join(', ')}.`
  throw new SignpostError('parameter_unknown', {
    rule,
    ...(/^[a-z]{1,16}(?:_[a-z]{1,16}){0,3}$/.test(other) ? { param: other } : {}),
  })
}

function readIdentity(fields: Fields): IdentityPatch {
  const given = inSpelling(() => readIdentityFields(spelled(fields)))
  // A closed identity has given up its reference.
  const isClosed = given.status === 'closed'
  const named = namedBy('identity', fields, isClosed ? null : given.externalReference)
  if (isClosed && named.id === null) throw closing()
  return { object: 'identity', ...given, ...named }
}

function readNamed({ type, value }: Fields, defaultRegion: string | undefined): NormalizedAlias | null {
  if (type === undefined && value === undefined) return null
  return readAliasInput({ type: type as string, value: value as string }, defaultRegion)
}

function readAlias(fields: Fields, defaultRegion: string | undefined): AliasPatch {
  const named = readNamed(fields, defaultRegion)
  const given = inSpelling(() => readAliasFields(spelled(fields)))
  const name = namedBy('alias', fields, given.externalReference)
  // Without a reference and an id an alias is found by its value.
  if (named === null && name.ref === null && name.id === null) throw missing('type')
  return {
    object: 'alias',
    ...given,
    ...name,
    identity: optionalIdentity(fields),
    named,
    isReleased: optionalOneOf(['registered', 'released'], fields.status, 'status') === 'released',
  }
}

function readEndpoint(fields: Fields): EndpointPatch {
  const type = optionalOneOf(endpointTypeNames, fields.type, 'type')
  const sent = spelled(fields)
  const given = inSpelling(() => readEndpointFields(sent, endpointStates))
  const name = namedBy('endpoint', fields, given.externalReference)
  // An address is never read back: without a reference the endpoint would not be found again.
  if (name.ref === null && name.id === null) throw missing('ref')
  return {
    object: 'endpoint',
    ...given,
    ...name,
    type,
    address: optionalWord(fields, 'address'),
    details: (sent as Fields).details,
    identity: optionalIdentity(fields),
  }
}
