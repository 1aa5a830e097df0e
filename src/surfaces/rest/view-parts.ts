import { SignpostError } from '../../kernel/errors.ts'
import type { Removed } from '../../kernel/records.ts'

/*
 * What views and arguments are made of: records are shown in snake_case, with Unix seconds.
 */

/** Unix seconds. */
export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
export const secondsOrNull = (at: Date | null): number | null => at && seconds(at)

export const removedView =
  (object: string) =>
  ({ id, livemode }: Removed) => ({ id, object, livemode, deleted: true })

export const unix = (at: number | null | undefined): Date | null | undefined =>
  at === undefined || at === null ? at : new Date(at * 1000)

/** A moment of a query string. @throws SignpostError parameter_invalid */
export function unixText(text: string | undefined, param: string): Date | undefined {
  if (text === undefined) return undefined
  if (!/^[0-9]{1,11}$/.test(text))
    throw new SignpostError('parameter_invalid', { param, rule: 'The value must be Unix time in seconds.' })
  return new Date(Number(text) * 1000)
}

/** The record that a path names. */
export const id = ({ params }: { params: { id: string } }) => ({ id: params.id })

/** Ids of examples: well-formed, and of nobody. */
export const exampleId = (prefix: string): string => `${prefix}_01h455vb4pex5vsknk084sn02q`
