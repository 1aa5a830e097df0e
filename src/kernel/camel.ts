export type CamelName<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : S

/** Converts the keys of a value to camelCase, nested ones included. */
export type Camel<T> = T extends readonly (infer U)[]
  ? Camel<U>[]
  : T extends object
    ? { [K in keyof T as CamelName<K & string>]: Camel<T[K]> }
    : T

export const camelName = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

export const snakeName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Converts the snake_case keys of REST and SQL to camelCase. Absent fields stay absent. */
export function camel<T>(value: T): Camel<T> {
  if (Array.isArray(value)) return value.map(camel) as Camel<T>
  if (value === null || typeof value !== 'object') return value as Camel<T>
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camelName(name), camel(inner)])) as Camel<T>
}
