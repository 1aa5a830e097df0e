import { SignpostError } from '../../kernel/errors.ts'
import { decodeId } from '../../kernel/id.ts'
import { optionalText, requireLevel } from '../../kernel/input.ts'
import { NORM_VERSION } from '../../registry/aliases/normalization/alias-types.ts'
import { normalizeForCreate } from '../../registry/aliases/normalization/normalize.ts'
import { type Capability, parseCapabilities } from '../../registry/endpoints/capability.ts'
import { type CatalogueMode, requireKnown } from '../../registry/endpoints/catalogue/catalogue.ts'
import { writeDestination } from '../../registry/endpoints/details/destination.ts'
import { type Details, parseDetails } from '../../registry/endpoints/details/details.ts'
import { type EndpointType, isEndpointType, ruleOf } from '../../registry/endpoints/endpoint-types.ts'
import { requirePriority } from '../../registry/endpoints/priority.ts'
import type { EndpointLine } from '../../registry/endpoints/store.ts'
import { isIdentityType } from '../../registry/identities/rules.ts'
import { recordLimits } from '../../registry/record-limits.ts'
import type { AliasLine, IdentityLine } from './store.ts'

/** A line of an import, by what it makes. Everything about it that can be judged alone is judged. */
export type Line =
  | { object: 'identity'; row: IdentityLine }
  | { object: 'alias'; row: AliasLine; isPrimary: boolean }
  | { object: 'endpoint'; row: EndpointLine }

export type LineDeps = {
  newId: () => string
  /** The uuid of the identity that this import calls `ref`: always the same, so that an import can be taken up again. */
  idOfRef: (ref: string) => string
  seal: (
    endpointId: string,
    destination: string,
    projection: string,
  ) => Promise<{ address: Buffer; projection: Buffer }>
  defaultRegion: string | undefined
  /** `open` when absent. */
  catalogueMode?: CatalogueMode
}

type Fields = Readonly<Record<string, unknown>>

const known = {
  identity: ['object', 'ref', 'type', 'display_name', 'default_privacy_level'],
  alias: ['object', 'identity', 'type', 'value', 'privacy_level', 'is_primary'],
  endpoint: ['object', 'identity', 'type', 'address', 'details', 'privacy_level', 'priority', 'capabilities'],
} as const

function requireText(fields: Fields, name: string): string {
  const value = fields[name]
  if (value === undefined || value === '') throw new SignpostError('parameter_missing', { param: name })
  if (typeof value !== 'string') throw new SignpostError('parameter_invalid', { param: name })
  return value
}

const optionalLevel = ({ privacy_level }: Fields): string | null =>
  privacy_level === undefined ? null : requireLevel(privacy_level, 'privacy_level')

function optionalFlag(fields: Fields, name: string): boolean {
  const value = fields[name] === undefined ? false : fields[name]
  if (typeof value !== 'boolean') throw new SignpostError('parameter_invalid', { param: name })
  return value
}

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const camelKeys = (item: unknown): unknown =>
  isObject(item)
    ? Object.fromEntries(
        Object.entries(item).map(([name, inner]) => [
          name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
          camelKeys(inner),
        ]),
      )
    : item

const keysOf = (value: unknown): string[] =>
  isObject(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...keysOf(inner)]) : []

/** Reads what has keys in the API's spelling, and no other: a key in camelCase is unknown to both. */
function inSnakeCase<T>(param: string, items: readonly unknown[], read: () => T): T {
  if (items.flatMap(keysOf).some((key) => /[A-Z]/.test(key))) throw new SignpostError('parameter_unknown', { param })
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SignpostError) || error.param === undefined) throw error
    throw new SignpostError(error.code, {
      rule: error.message,
      param: error.param.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    })
  }
}

const readCapabilities = (value: unknown): Capability[] =>
  inSnakeCase('capabilities', Array.isArray(value) ? value : [], () =>
    parseCapabilities(Array.isArray(value) ? value.map(camelKeys) : value),
  )

const readDetails = (
  type: EndpointType,
  value: unknown,
  place: { address: string; capabilities: readonly Capability[] },
): Details | null => inSnakeCase('details', [value], () => parseDetails(type, camelKeys(value), place))

/** Reads and judges one line. @throws SignpostError with the code that the same request would get */
export async function readLine(value: unknown, deps: LineDeps): Promise<Line> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new SignpostError('invalid_json')
  const fields = value as Fields
  const object = requireText(fields, 'object') as Line['object']
  if (!Object.hasOwn(known, object)) throw new SignpostError('parameter_invalid', { param: 'object' })
  const stranger = Object.keys(fields).find((name) => !(known[object] as readonly string[]).includes(name))
  if (stranger !== undefined) throw new SignpostError('parameter_unknown')
  switch (object) {
    case 'identity':
      return { object, row: readIdentity(fields, deps) }
    case 'alias':
      return { object, row: readAlias(fields, deps), isPrimary: optionalFlag(fields, 'is_primary') }
    case 'endpoint':
      return { object, row: await readEndpoint(fields, deps) }
  }
}

/** The identity that a line names: an id of the registry, or what an earlier line called it. */
const identityOf = (fields: Fields, { idOfRef }: LineDeps): string => {
  const name = requireText(fields, 'identity')
  return decodeId('identity', name) ?? idOfRef(name)
}

function readIdentity(fields: Fields, { newId, idOfRef }: LineDeps): IdentityLine {
  const type = requireText(fields, 'type')
  if (!isIdentityType(type)) throw new SignpostError('parameter_invalid', { param: 'type' })
  const level = fields.default_privacy_level
  return {
    id: fields.ref === undefined ? newId() : idOfRef(requireText(fields, 'ref')),
    type,
    displayName: optionalText(fields.display_name, 'display_name', recordLimits.displayName),
    defaultPrivacyLevel: level === undefined ? 'unlisted' : requireLevel(level, 'default_privacy_level'),
  }
}

function readAlias(fields: Fields, deps: LineDeps): AliasLine {
  const { type, value, skeleton } = normalizeForCreate(requireText(fields, 'type'), requireText(fields, 'value'), deps)
  const identityId = identityOf(fields, deps)
  return {
    id: deps.newId(),
    identityId,
    type,
    value,
    skeleton,
    normVersion: NORM_VERSION,
    privacyLevel: optionalLevel(fields),
  }
}

async function readEndpoint(fields: Fields, deps: LineDeps): Promise<EndpointLine> {
  const type = requireText(fields, 'type')
  if (!isEndpointType(type)) throw new SignpostError('parameter_invalid', { param: 'type' })
  const priority = fields.priority === undefined ? 0 : requirePriority(fields.priority)
  const capabilities = readCapabilities(fields.capabilities)
  requireKnown(deps.catalogueMode ?? 'open', capabilities)
  const rule = ruleOf(type)
  const address = rule.normalizes(requireText(fields, 'address'), capabilities)
  const details = readDetails(type, fields.details, { address, capabilities })
  const id = deps.newId()
  const sealed = await deps.seal(id, writeDestination({ address, details }), JSON.stringify(rule.projects(address)))
  const identityId = identityOf(fields, deps)
  return {
    id,
    identityId,
    type,
    privacyLevel: optionalLevel(fields),
    priority,
    capabilities: JSON.stringify(capabilities),
    ...sealed,
  }
}
