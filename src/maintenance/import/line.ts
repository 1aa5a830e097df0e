import { SignpostError } from '../../kernel/errors.ts'
import { decodeId } from '../../kernel/id.ts'
import { optionalText, requireLevel } from '../../kernel/input.ts'
import type { PrivacyLevel } from '../../kernel/privacy.ts'
import { mustBeBoolean, mustBeOneOf, mustBeText } from '../../kernel/rule.ts'
import { type NormalizedAlias, normalizeAlias } from '../../registry/aliases/normalization/normalize.ts'
import type { Capability } from '../../registry/endpoints/capability.ts'
import type { EndpointState, EndpointType } from '../../registry/endpoints/endpoint-types.ts'
import { endpointStates, endpointTypeNames, isEndpointType } from '../../registry/endpoints/endpoint-types.ts'
import { requirePriority } from '../../registry/endpoints/priority.ts'
import { type ReleasePolicy, requireReleasePolicy } from '../../registry/endpoints/release-policy.ts'
import { optionalSwitch } from '../../registry/identities/input.ts'
import { type IdentityType, identityTypes, isIdentityType, type Switch } from '../../registry/identities/rules.ts'
import { type Notes, readMetadata, readReference } from '../../registry/notes/rules.ts'
import { recordLimits } from '../../registry/record-limits.ts'
import { readCapabilities } from './endpoint-fields.ts'
import { isLineObject, type LineObject, lineFields } from './fields.ts'

/** The identity that a line names: an id of the registry, or the reference of one. */
export type IdentityName = { id: string } | { ref: string }

/** What is undefined is not said, and stays as it is. */
export type IdentitySaid = {
  object: 'identity'
  ref: string | null
  type: IdentityType | undefined
  status: 'active' | 'suspended' | undefined
  displayName: string | null | undefined
  level: PrivacyLevel | undefined
  payeeChecks: Switch | undefined
  closeMatch: Switch | undefined
  metadata: Notes['metadata']
}
export type AliasSaid = {
  object: 'alias'
  ref: string | null
  identity: IdentityName | null
  named: NormalizedAlias | null
  isReleased: boolean
  level: PrivacyLevel | undefined
  isPrimary: boolean | undefined
  metadata: Notes['metadata']
}
export type EndpointSaid = {
  object: 'endpoint'
  ref: string
  identity: IdentityName | null
  type: EndpointType | undefined
  address: string | undefined
  /** As it was sent: what it may hold depends on the type. */
  details: unknown
  status: EndpointState | undefined
  level: PrivacyLevel | undefined
  priority: number | undefined
  capabilities: Capability[] | undefined
  release: ReleasePolicy | undefined
  metadata: Notes['metadata']
}
/** A line of an import. Everything about it that can be judged alone is judged. */
export type Said = IdentitySaid | AliasSaid | EndpointSaid

export type Fields = Readonly<Record<string, unknown>>

const missing = (param: string) => new SignpostError('parameter_missing', { param })

function optionalWord(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw new SignpostError('parameter_invalid', { param: name, rule: mustBeText })
  if (value === '') throw missing(name)
  return value
}

/** One of some words, or undefined where it is not said. */
function optionalOf<T extends string>(fields: Fields, name: string, allowed: readonly T[]): T | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw new SignpostError('parameter_invalid', { param: name, rule: mustBeOneOf(allowed) })
  return found
}

const optionalLevel = (fields: Fields, name: string): PrivacyLevel | undefined =>
  fields[name] === undefined ? undefined : requireLevel(fields[name], name)

function optionalFlag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name]
  if (value !== undefined && typeof value !== 'boolean')
    throw new SignpostError('parameter_invalid', { param: name, rule: mustBeBoolean })
  return value
}

/** A reference can't be cleared by a line that is found by it. */
function optionalRef(fields: Fields): string | null {
  const ref = readReference(fields.ref === null ? '' : fields.ref, 'ref')
  return ref ?? null
}

function optionalIdentity(fields: Fields): IdentityName | null {
  const name = optionalWord(fields, 'identity')
  if (name === undefined) return null
  const id = decodeId('identity', name)
  return id === null ? { ref: readReference(name, 'identity')! } : { id }
}

/** Reads and judges one line. @throws SignpostError with the code that the same request would get */
export function readLine(value: unknown, defaultRegion: string | undefined): Said {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || value instanceof Error)
    throw value instanceof SignpostError
      ? value
      : new SignpostError('invalid_json', { rule: 'The line is no JSON object.' })
  const fields = value as Fields
  const object = requireObject(fields)
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

function requireObject({ object }: Fields): LineObject {
  if (object === undefined || object === '') throw missing('object')
  if (!isLineObject(object))
    throw new SignpostError('parameter_invalid', { param: 'object', rule: mustBeOneOf(Object.keys(lineFields)) })
  return object
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

function readIdentity(fields: Fields): IdentitySaid {
  const type = optionalWord(fields, 'type')
  if (type !== undefined && !isIdentityType(type))
    throw new SignpostError('parameter_invalid', { param: 'type', rule: mustBeOneOf(identityTypes) })
  const name = fields.display_name
  return {
    object: 'identity',
    ref: optionalRef(fields),
    type,
    status: optionalOf(fields, 'status', ['active', 'suspended']),
    displayName: name === undefined ? undefined : optionalText(name, 'display_name', recordLimits.displayName),
    level: optionalLevel(fields, 'default_privacy_level'),
    payeeChecks: optionalSwitch(fields.payee_checks, 'payee_checks'),
    closeMatch: optionalSwitch(fields.close_match, 'close_match'),
    metadata: readMetadata(fields.metadata),
  }
}

function readNamed(fields: Fields, defaultRegion: string | undefined): NormalizedAlias | null {
  const type = optionalWord(fields, 'type')
  const value = optionalWord(fields, 'value')
  if (type === undefined && value === undefined) return null
  if (type === undefined) throw missing('type')
  if (value === undefined) throw missing('value')
  return normalizeAlias(type, value, { defaultRegion })
}

function readAlias(fields: Fields, defaultRegion: string | undefined): AliasSaid {
  const named = readNamed(fields, defaultRegion)
  const ref = optionalRef(fields)
  // Without a reference an alias is found by what it is.
  if (named === null && ref === null) throw missing('type')
  return {
    object: 'alias',
    ref,
    identity: optionalIdentity(fields),
    named,
    isReleased: optionalOf(fields, 'status', ['registered', 'released']) === 'released',
    level: optionalLevel(fields, 'privacy_level'),
    isPrimary: optionalFlag(fields, 'is_primary'),
    metadata: readMetadata(fields.metadata),
  }
}

function readEndpoint(fields: Fields): EndpointSaid {
  const type = optionalWord(fields, 'type')
  if (type !== undefined && !isEndpointType(type))
    throw new SignpostError('parameter_invalid', { param: 'type', rule: mustBeOneOf(endpointTypeNames) })
  const ref = optionalRef(fields)
  const said = {
    object: 'endpoint' as const,
    type,
    priority: fields.priority === undefined ? undefined : requirePriority(fields.priority),
    capabilities: readCapabilities(fields.capabilities),
    address: optionalWord(fields, 'address'),
    details: fields.details,
    identity: optionalIdentity(fields),
    status: optionalOf(fields, 'status', endpointStates),
    level: optionalLevel(fields, 'privacy_level'),
    release: fields.release === undefined ? undefined : requireReleasePolicy(fields.release),
    metadata: readMetadata(fields.metadata),
  }
  // An address is never read back: nothing else would find the endpoint again.
  if (ref === null) throw missing('ref')
  return { ...said, ref }
}
