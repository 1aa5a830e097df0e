import { SignpostError } from '../../kernel/errors.ts'
import type { Removed } from '../../kernel/records.ts'

/* Parts of views and arguments: records are shown in snake_case, with Unix seconds. */

export const removedView =
  (object: string) =>
  ({ id, livemode }: Removed) => ({ id, object, livemode, deleted: true })

export const unix = (at: number | null | undefined): Date | null | undefined =>
  at === undefined || at === null ? at : new Date(at * 1000)

/** A timestamp of a query string. @throws SignpostError parameter_invalid */
export function unixText(text: string | undefined, param: string): Date | undefined {
  if (text === undefined) return undefined
  if (!/^[0-9]{1,11}$/.test(text))
    throw new SignpostError('parameter_invalid', { param, rule: 'The value must be Unix time in seconds.' })
  return new Date(Number(text) * 1000)
}

/** The record that a path names. */
export const id = ({ params }: { params: { id: string } }) => ({ id: params.id })

/** Ids for examples: well-formed, without a record. */
export const exampleId = (prefix: string): string => `${prefix}_01h455vb4pex5vsknk084sn02q`
