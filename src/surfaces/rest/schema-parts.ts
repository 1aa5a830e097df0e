import Type, { type TSchema } from 'typebox'
import { camel } from '../../kernel/camel.ts'
import { errorCatalogue, SignpostError } from '../../kernel/errors.ts'

/*
 * Parts of the JSON Schemas of bodies and records, which validate requests and appear in the OpenAPI document. Alias types and
 * values are plain strings here: normalization has its own codes for them.
 */

const closed = { additionalProperties: false } as const
export const text = (description?: string) => Type.String(description === undefined ? {} : { description })
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const unixSeconds = (description = 'Unix time in seconds') =>
  Type.Integer({ description, minimum: 0, maximum: 253_402_300_799 })
export const one = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
export const body = <T extends Record<string, TSchema>>(properties: T) => Type.Object(properties, closed)
export const keys = <T extends Record<string, unknown>>(catalogue: T) => Object.keys(catalogue) as (keyof T & string)[]

/**
 * A type of a catalogue: any text here, because the service has its own code for an unknown one. The document lists the
 * values.
 */
export const typeOf = (catalogue: Record<string, unknown>, description?: string) =>
  Type.String({ ...(description === undefined ? {} : { description }), 'x-values': Object.keys(catalogue) })

/** `one` with its description. */
export const oneOf = <const T extends readonly string[]>(values: T, description: string) => ({
  ...one(values),
  description,
})

export const list = (item: TSchema) =>
  Type.Object({ object: Type.Literal('list'), url: text(), has_more: Type.Boolean(), data: Type.Array(item) })

export const removal = Type.Object({
  id: text(),
  object: text('What was removed'),
  livemode: Type.Boolean(),
  deleted: Type.Literal(true),
})

const errorTypes = [...new Set(Object.values(errorCatalogue).map(({ type }) => type))]

export const errorEnvelope = Type.Object({
  error: Type.Object({
    type: one(errorTypes),
    code: one(keys(errorCatalogue)),
    message: text(),
    param: Type.Optional(text()),
    existing: Type.Optional(text('The id of your own conflicting record')),
    doc_url: text('The message of the code'),
    request_id: text('req_…'),
  }),
})

/* Parts of arguments: times are sent as Unix seconds. */

export const unix = (at: number | null | undefined): Date | null | undefined =>
  at === undefined || at === null ? at : new Date(at * 1000)

const units = {
  seconds: { ms: 1_000, digits: /^[0-9]{1,11}$/ },
  /** A time in seconds has fewer digits: it would be one of 1970. */
  milliseconds: { ms: 1, digits: /^(?:0|[1-9][0-9]{11,14})$/ },
}
const lastMs = 253_402_300_799_999

/** A timestamp of a query string. @throws SignpostError parameter_invalid */
export function unixText(text: string | undefined, param: string, unit: keyof typeof units = 'seconds') {
  if (text === undefined) return undefined
  const { ms, digits } = units[unit]
  if (!digits.test(text) || Number(text) * ms > lastMs)
    throw new SignpostError('parameter_invalid', { param, rule: `The value must be Unix time in ${unit}.` })
  return new Date(Number(text) * ms)
}

/** The record that a path names. */
export const id = ({ params }: { params: { id: string } }) => ({ id: params.id })

/** Ids for examples: well-formed, without a record. */
export const exampleId = (prefix: string): string => `${prefix}_01h455vb4pex5vsknk084sn02q`

/*
 * Custom fields of records on REST. Metadata keys stay as sent, and the use case validates them, so that no refusal repeats one.
 */

/** Converts a body to camelCase, except for its metadata. */
export function camelNoted<B extends { metadata?: unknown }>({ metadata, ...body }: B) {
  return { ...camel(body), ...(metadata === undefined ? {} : { metadata }) }
}
