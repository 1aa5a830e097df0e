import Type, { type TOptional, type TUnsafe } from 'typebox'
import { type Definition, type Fields, type Kind, nameOf, type Simple } from './record.ts'

type Snake<S> = S extends `${infer H}${infer R}` ? `${H extends Lowercase<H> ? H : `_${Lowercase<H>}`}${Snake<R>}` : S
/** The names of a part in snake_case, as in a body. */
export type SnakeOf<T> = { [K in keyof T as Snake<K>]: T[K] }
type SentOf<F> = F extends { sent: Kind<infer T> } ? T : F extends { is: Kind<infer T> } ? T : never
type Written<F, B extends 'create' | 'update'> = Simple<{
  [K in keyof F as F[K] extends { [W in B]: string } ? Snake<K> : never]: F[K] extends { [W in B]: 'required' }
    ? TUnsafe<SentOf<F[K]>>
    : TOptional<TUnsafe<SentOf<F[K]>>>
}>

/** The properties of a body: the fields of a record that it may set. */
export function written<F extends Fields, B extends 'create' | 'update'>({ fields }: Definition<F>, body: B) {
  const set = Object.entries(fields).flatMap(([name, field]) => {
    const schema = (field.sent ?? field.is).schema
    if (field[body] === undefined) return []
    return [[nameOf(name), field[body] === 'required' ? schema : Type.Optional(schema)]]
  })
  return Object.fromEntries(set) as unknown as Written<F, B>
}

/** The names of the fields that an import may set. */
export const lineNames = ({ fields }: Definition): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.create || field.update || field.line ? [nameOf(name)] : []))
