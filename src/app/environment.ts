/** A value of the environment that can't be used: the message names the variable and what it takes. */
export class ConfigError extends Error {}

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A whole number. @throws ConfigError */
export function integer(env: Environment, name: string, fallback: number, { min = 0, max = 2 ** 31 - 1 } = {}): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`)
  }
  return value
}

/** A number from 0. @throws ConfigError */
export function decimal(env: Environment, name: string, fallback: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new ConfigError(`${name} must be a number that is not negative.`)
  return value
}

/** On or off. @throws ConfigError */
export const flag = (env: Environment, name: string, fallback: boolean): boolean => {
  const text = env[name]?.toLowerCase()
  if (text === undefined || text === '') return fallback
  if (['on', 'true', '1', 'yes'].includes(text)) return true
  if (['off', 'false', '0', 'no'].includes(text)) return false
  throw new ConfigError(`${name} must be on or off.`)
}

/** What commas separate, without spaces around it. */
export const list = (env: Environment, name: string): string[] =>
  (env[name] ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** One of some words. @throws ConfigError */
export function oneOf<T extends string>(env: Environment, name: string, allowed: readonly T[], fallback: T): T {
  const found = allowed.find((value) => value === (env[name] || fallback))
  if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}.`)
  return found
}
