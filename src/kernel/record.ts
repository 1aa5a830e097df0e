import Type, { type TSchema, type TSchemaOptions } from 'typebox'
import { snakeName } from './camel.ts'

/*
 * Defines a record's fields once. Its TypeScript type, its JSON Schema and view in REST, the fields of request bodies
 * and those of import lines are derived from it. Here times are dates and names camelCase; in REST they are Unix
 * seconds and snake_case.
 */

/** A kind of value: its schema in REST, and its conversion where REST has another form. */
export type Kind<T> = {
  readonly schema: TSchema
  readonly show?: (value: never) => unknown
  /** Absent from the answer if the record lacks it or has null. */
  readonly absent?: 'undefined' | 'null'
  /** Optional fields that are shown beside the record's own. */
  readonly group?: Fields
  readonly is?: T
}

const described = (description: string | undefined) => (description === undefined ? {} : { description })

/** A value that REST shows unchanged. */
export const as = <T>(schema: TSchema): Kind<T> => ({ schema })
export const text = (description?: string): Kind<string> => as(Type.String(described(description)))
export const flag = (description?: string): Kind<boolean> => as(Type.Boolean(described(description)))
export const whole = (description?: string): Kind<number> => as(Type.Integer(described(description)))
export const number = (description?: string): Kind<number> => as(Type.Number(described(description)))
export const one = <const T extends readonly string[]>(values: T): Kind<T[number]> =>
  as(Type.Unsafe({ type: 'string', enum: [...values] }))
export const exactly = <const T extends string | true>(value: T): Kind<T> => as(Type.Literal(value))

/** A type of a catalogue. The schema takes any text, because the service has its own code for an unknown type. */
export const typeOf = <T extends string>(catalogue: Readonly<Record<T, unknown>>, description?: string): Kind<T> =>
  as(Type.String({ ...described(description), 'x-values': Object.keys(catalogue) }))

/** Whole Unix seconds. */
export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

export const moment = (description = 'Unix time in seconds'): Kind<Date> => ({
  schema: Type.Integer({ description, minimum: 0, maximum: 253_402_300_799 }),
  show: seconds,
})

/** Unix time to the millisecond, for what is ordered by it. */
export const milliseconds = (description = 'Unix time in milliseconds'): Kind<Date> => ({
  schema: Type.Integer({ description, minimum: 0, maximum: 253_402_300_799_999 }),
  show: (at: Date) => at.getTime(),
})

type Shown = (value: unknown) => unknown
const asItIs: Shown = (value) => value
const showOf = ({ show }: Kind<unknown>): Shown => (show as Shown | undefined) ?? asItIs

export function nullable<T>(kind: Kind<T>): Kind<T | null> {
  const show = showOf(kind)
  return {
    schema: Type.Union([kind.schema, Type.Null()]),
    show: (value: unknown) => (value === null ? null : show(value)),
  }
}

export const list = <T>(kind: Kind<T>, options: TSchemaOptions = {}): Kind<T[]> => ({
  schema: Type.Array(kind.schema, options),
  ...(kind.show ? { show: (values: unknown[]) => values.map(showOf(kind)) } : {}),
})

/** A list; one that was not read is shown empty. */
export const listOrNone = <T>(kind: Kind<T>): Kind<T[] | null> => ({
  schema: Type.Array(kind.schema),
  show: (values: unknown[] | null) => (values ?? []).map(showOf(kind)),
})

/** A secret, revealed in the answer. */
export const secret = <S extends { reveal(): string }>(description: string): Kind<S | null> => ({
  schema: nullable(text(description)).schema,
  show: (value: S | null) => value?.reveal() ?? null,
})

export type Optional<T> = Kind<T> & { readonly absent: 'undefined' }

/** An optional part. */
export const optional = <T>(kind: Kind<T>): Optional<T> => ({ ...kind, absent: 'undefined' })
/** A field that is absent from the answer if it is null. */
export const unlessNull = <T>(kind: Kind<T>): Kind<T | null> => ({ ...kind, absent: 'null' }) as Kind<T | null>

/** Audience of a field. `resolution/disclose` alone decides what a payer sees. */
export type Seen = 'owner' | 'operator'

type Options = {
  /** Its name in REST, if it is not its own in snake_case. */
  readonly name?: string
  /** The bodies that may set it. */
  readonly create?: 'required' | 'optional'
  readonly update?: 'optional'
  /** The kind in these bodies, if it differs from the kind in answers. */
  readonly sent?: Kind<unknown>
  /** The name of a field that only imports may set. */
  readonly line?: true
}

export type Field<T = unknown> = Options & { readonly seen: Seen; readonly is: Kind<T> }
export type Fields = Readonly<Record<string, Field>>

const plain: Options = {}

export const owner = <T, const O extends Options = typeof plain>(is: Kind<T>, options?: O) =>
  ({ seen: 'owner', is, ...options }) as { seen: 'owner'; is: Kind<T> } & O
export const operator = <T, const O extends Options = typeof plain>(is: Kind<T>, options?: O) =>
  ({ seen: 'operator', is, ...options }) as { seen: 'operator'; is: Kind<T> } & O

/** A group of fields with one audience: a nested part of the record, and beside its fields in REST. */
export const group = <F extends Fields>(fields: F): Kind<TypeOf<F> | null> => ({
  schema: Type.Null(),
  group: fields,
})

export type Simple<T> = { [K in keyof T]: T[K] }
/** The TypeScript type of a kind. */
export type KindOf<K> = K extends Kind<infer T> ? T : never
type TypeOf<F extends Fields> = { [K in keyof F]: KindOf<F[K]['is']> }

type Parts = Readonly<Record<string, Kind<unknown>>>
type PartsOf<P extends Parts> = Simple<
  { [K in keyof P as P[K] extends Optional<unknown> ? never : K]: KindOf<P[K]> } & {
    [K in keyof P as P[K] extends Optional<unknown> ? K : never]?: KindOf<P[K]>
  }
>

/** A part of a record with its own fields, for the audience of the part. */
export function parts<P extends Parts>(kinds: P, options: TSchemaOptions = {}): Kind<PartsOf<P>> {
  const fields = Object.fromEntries(Object.entries(kinds).map(([name, is]) => [name, owner(is)]))
  return { schema: Type.Object(propertiesOf(fields), options), show: viewOf({ object: null, fields }) }
}

export type Definition<F extends Fields = Fields> = { readonly object: string | null; readonly fields: F }
/** The record in TypeScript. */
export type RecordOf<D extends Definition> = Simple<TypeOf<D['fields']>>

/** A record with these fields alone. */
export const shape = <F extends Fields>(object: string | null, fields: F): Definition<F> => ({ object, fields })

const named = { id: owner(text()), livemode: owner(flag()) }

/** Defines a record: the fields that every record has, and the given ones. */
export const record = <F extends Fields>(object: string, fields: F) =>
  shape(object, { ...named, ...fields, createdAt: owner(moment()), updatedAt: owner(moment()) })

/** Appends fields to a definition. */
export const extended = <F extends Fields, M extends Fields>({ object, fields }: Definition<F>, more: M) =>
  shape(object, { ...fields, ...more })

/** Removes a field from a definition. */
export function without<F extends Fields, K extends keyof F>({ object, fields }: Definition<F>, name: K) {
  const { [name]: _, ...rest } = fields
  return shape(object, rest as Omit<F, K> & Fields)
}

/** Extra value that REST reads for a record and shows behind one of its fields. */
export type Beside = { behind: string; name: string; schema: TSchema; show(record: object): unknown }

const isSeenBy = (seer: Seen, { seen }: Field): boolean => seer === 'operator' || seen === 'owner'
/** The timestamps that REST names by their event. */
const happened: Readonly<Record<string, string>> = { createdAt: 'created', updatedAt: 'updated', startedAt: 'started' }
export const nameOf = (name: string, field?: Field): string => field?.name ?? happened[name] ?? snakeName(name)

function propertiesOf(fields: Fields, seer: Seen = 'owner', beside?: Beside): Record<string, TSchema> {
  const properties: Record<string, TSchema> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!isSeenBy(seer, field)) continue
    const { schema, absent, group } = field.is
    if (group)
      for (const [inner, one] of Object.entries(propertiesOf(group, seer, beside)))
        properties[inner] = Type.Optional(one)
    else properties[nameOf(name, field)] = absent ? Type.Optional(schema) : schema
    if (beside?.behind === name) properties[beside.name] = beside.schema
  }
  return properties
}

type How = { seer?: Seen; beside?: Beside }

/** The JSON Schema of a record's answer. */
export const schemaOf = ({ object, fields }: Definition, { seer, beside }: How = {}) =>
  Type.Object({ ...(object === null ? {} : { object: Type.Literal(object) }), ...propertiesOf(fields, seer, beside) })

type Step = (record: Record<string, unknown>, shown: Record<string, unknown>, root: object) => void

function stepsOf(fields: Fields, { seer = 'owner', beside }: How): Step[] {
  return Object.entries(fields).flatMap(([name, field]): Step[] => {
    if (!isSeenBy(seer, field)) return []
    const { group, absent } = field.is
    if (group) {
      const inner = stepsOf(group, { seer, ...(beside && { beside }) })
      return [
        (record, shown, root) => {
          const part = record[name] as Record<string, unknown> | null
          if (part !== null) for (const step of inner) step(part, shown, root)
        },
      ]
    }
    const show = showOf(field.is)
    const as = nameOf(name, field)
    const step: Step = (record, shown) => {
      const value = record[name]
      if (value !== undefined && (value !== null || absent !== 'null')) shown[as] = show(value)
    }
    if (beside?.behind !== name) return [step]
    const stepBeside: Step = (_, shown, root) => {
      shown[beside.name] = beside.show(root)
    }
    return [step, stepBeside]
  })
}

/** The view of a record: its answer in REST. */
export function viewOf<F extends Fields>({ object, fields }: Definition<F>, how: How = {}) {
  const steps = stepsOf(fields, how)
  return (record: RecordOf<Definition<F>>): Record<string, unknown> => {
    const shown: Record<string, unknown> = object === null ? {} : { object }
    for (const step of steps) step(record, shown, record)
    return shown
  }
}

/** The schema of a record and its view. */
export const restOf = <F extends Fields>(definition: Definition<F>, how: How = {}) => ({
  schema: schemaOf(definition, how),
  view: viewOf(definition, how),
})
