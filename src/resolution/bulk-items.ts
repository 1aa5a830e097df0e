import { SignpostError } from '../kernel/errors.ts'
import type { AliasInput } from '../registry/aliases/input.ts'

const isRecord = (item: unknown): item is Record<string, unknown> =>
  typeof item === 'object' && item !== null && !Array.isArray(item)

/** What an item of a bulk asks for. @throws SignpostError with the code of the item's entry */
export function readBulkItem(item: unknown): AliasInput & { for?: unknown } {
  if (typeof item === 'string') return { alias: item }
  if (!isRecord(item))
    throw new SignpostError('parameter_invalid', { rule: 'The value must be text, or an object with type and value.' })
  const unknown = Object.keys(item).find((name) => !['alias', 'type', 'value', 'for'].includes(name))
  if (unknown !== undefined) throw new SignpostError('parameter_unknown')
  return item
}

/** What its entry repeats. */
export function echoOf(item: unknown): string {
  if (typeof item === 'string') return item
  if (!isRecord(item)) return ''
  if (typeof item.value === 'string') return item.value
  return typeof item.alias === 'string' ? item.alias : ''
}
