import Type, { type TSchema } from 'typebox'
import { errorCatalogue } from '../../kernel/errors.ts'

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
