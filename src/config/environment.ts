import { type CamelName, camelName } from '../kernel/camel.ts'

/** An invalid value of the environment: the message names the variable and its rule, never the value. */
export class ConfigError extends Error {}

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A kind of value: `takes` completes "NAME must be …", `read` returns null for an invalid text. */
export type Kind<T> = { readonly takes: string; read(text: string): T | null }

/** `operate` are commands on the database, `ask` those that use a running service. */
export type Program = 'serve' | 'worker' | 'opener' | 'operate' | 'ask'

/** One variable of the environment. An empty one counts as unset. */
export type Variable<T = unknown> = {
  readonly kind: Kind<T>
  /** One line for the reference. */
  readonly about: string
  /** The default text; a function if it depends on other variables. */
  readonly standard?: Standard
  /** The default in the reference, if it differs from `standard`. */
  readonly standardShown?: string
  /** The programs that use it, if they differ from those of its group. */
  readonly uses?: readonly Program[]
  /** Its value is printed as `set`. */
  readonly isSecret?: true
  /** Leaving it out weakens the service, so a misspelling of it stops the start. */
  readonly isCritical?: true
}

export type Variables = Readonly<Record<string, Variable>>

/** The value of each variable of a table, by its name in camelCase; undefined where it is unset and has no default. */
export type ValuesOf<Table extends Variables> = {
  readonly [Name in keyof Table as CamelName<Lowercase<Name & string>>]: Table[Name] extends { kind: Kind<infer T> }
    ? T | (Table[Name] extends { standard: Standard } ? never : undefined)
    : never
}
type Standard = string | ((env: Environment) => string)

/** The text in force, from the environment or the default. */
export const textInForce = (env: Environment, name: string, { standard }: Variable): string | undefined =>
  env[name] || (typeof standard === 'function' ? standard(env) : standard)

/** Reads the variables of a table. @throws ConfigError */
export function readVariables<Table extends Variables>(table: Table, env: Environment): ValuesOf<Table> {
  const values = Object.entries(table).map(([name, variable]) => [
    camelName(name.toLowerCase()),
    readVariable(env, name, variable),
  ])
  return Object.fromEntries(values) as ValuesOf<Table>
}

function readVariable(env: Environment, name: string, variable: Variable): unknown {
  const text = textInForce(env, name, variable)
  if (text === undefined) return undefined
  const value = variable.kind.read(text)
  if (value === null) throw new ConfigError(`${name} must be ${variable.kind.takes}.`)
  return value
}

export const isProduction = ({ NODE_ENV }: Environment): boolean => NODE_ENV === 'production'

export const text: Kind<string> = { takes: 'text', read: (given) => given }

export const file: Kind<string> = { takes: 'the path of a file', read: (given) => given }

export function integer({ min = 0, max = 2 ** 31 - 1 } = {}): Kind<number> {
  return {
    takes: `a whole number from ${min} to ${max}`,
    read(given) {
      const value = Number(given)
      return Number.isInteger(value) && value >= min && value <= max ? value : null
    },
  }
}

/** A number of at least 0, with or without a fraction. */
export const decimal: Kind<number> = {
  takes: 'a number that is not negative',
  read(given) {
    const value = Number(given)
    return Number.isFinite(value) && value >= 0 ? value : null
  },
}

const switches: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  1: true,
  yes: true,
  off: false,
  false: false,
  0: false,
  no: false,
}

export const flag: Kind<boolean> = {
  takes: 'on or off',
  read: (given) => switches[given.toLowerCase()] ?? null,
}

export const oneOf = <T extends string>(allowed: readonly T[]): Kind<T> => ({
  takes: `one of ${allowed.join(', ')}`,
  read: (given) => allowed.find((value) => value === given) ?? null,
})

export const matching = (takes: string, isOne: (given: string) => boolean): Kind<string> => ({
  takes,
  read: (given) => (isOne(given) ? given : null),
})

/** A value by its parser, which throws on an invalid text. */
export const parsed = <T>(takes: string, parse: (given: string) => T): Kind<T> => ({
  takes,
  read(given) {
    try {
      return parse(given)
    } catch {
      return null
    }
  },
})

/** Items separated by commas; spaces around them are removed. */
export const itemsOf = (given: string): string[] =>
  given
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** A list separated by commas; `read` reads each item. */
export const list = <T>(takes: string, readItem: (item: string) => T | null): Kind<T[]> => ({
  takes: `${takes}, separated by commas`,
  read(given) {
    const items = itemsOf(given).map(readItem)
    return items.every((item) => item !== null) ? (items as T[]) : null
  },
})
