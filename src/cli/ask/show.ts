import type { Command } from 'commander'
import type { Endpoint, Pages, Signpost } from '../../client/client.ts'
import { endpointTypeTable } from '../../registry/endpoints/types/table.ts'
import { valued, wholeNumber } from '../options.ts'
import { paint, paintCell, printable, table } from '../terminal.ts'
import { ask, type BodyOptions } from './ask.ts'

/** A column of a table: its title, and the field that it shows. */
export type Column<T> = readonly [title: string, field: keyof T & string]

const limitOption = () => valued('--limit <number>', 'the number of records, newest first', wholeNumber(1, 10_000), 20)

const moments = new Set([
  'created',
  'updated',
  'expires_at',
  'verified_at',
  'revoked_at',
  'available_at',
  'proof_expires_at',
])

/** Renders a value for people: a timestamp as a date, null as `-`. */
function cellOf(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && moments.has(field)) return new Date(value * 1_000).toISOString().replace('.000', '')
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

async function take<T>(pages: Pages<T>, limit: number): Promise<T[]> {
  const records: T[] = []
  for await (const record of pages) if (records.push(record) >= limit) break
  return records
}

/** Prints records: as a table, or a JSON object a line. */
function showRecords<T>(records: readonly T[], columns: readonly Column<T>[], json: boolean): void {
  if (json) for (const record of records) console.log(JSON.stringify(record))
  else if (records.length === 0) console.log('There are none.')
  else {
    const titles = columns.map(([title]) => title)
    const rows = records.map((record) => columns.map(([, field]) => cellOf(field, record[field])))
    console.log(table(titles, rows))
  }
}

/**
 * A command that prints the first records of a list, up to `--limit`: no larger page is read. Its options are the
 * query.
 */
export const askList = <T>(
  command: Command,
  columns: readonly Column<T>[],
  listOf: (client: Signpost) => (query: never) => Pages<T>,
): void =>
  ask<{ limit: number }>(command.addOption(limitOption()), async ({ client, json }, { limit, ...query }) => {
    const pages = listOf(client)({ ...query, limit: Math.min(limit, 100) } as never)
    showRecords(await take(pages, limit), columns, json)
  })

/** A command that prints the record of its answer. */
export const askRecord = <O = BodyOptions>(
  command: Command,
  call: (client: Signpost, options: O, id: string) => Promise<object>,
): void => ask<O>(command, async ({ client, json }, options, id) => showRecord(await call(client, options, id!), json))

/** A command that names one record, and prints that of its answer. */
export const askById = (
  noun: Command,
  name: string,
  description: string,
  callOf: (client: Signpost) => (id: string) => Promise<object>,
): void => askRecord(noun.command(`${name} <id>`).description(description), (client, _, id) => callOf(client)(id))

/** Prints a record: a line a field, or as JSON. */
export function showRecord(record: object, json: boolean): void {
  if (json) {
    console.log(JSON.stringify(record))
    return
  }
  const fields = Object.entries(record).filter(([field]) => field !== 'object')
  const width = Math.max(...fields.map(([field]) => field.length))
  for (const [field, value] of fields) {
    console.log(`${paint('dim', field.padEnd(width))}  ${paintCell(cellOf(field, value))}`)
  }
}

/** Values of the interface's enums. Where they are used, the compiler checks them against the client's types. */
export const identityTypes = ['user', 'merchant', 'business', 'organization', 'machine'] as const
export const identityStatuses = ['active', 'suspended', 'closed'] as const
export { privacyLevels as levels } from '../../kernel/privacy.ts'
export const aliasStatuses = ['registered', 'released', 'transferred'] as const
export const attestations = ['otp', 'email_link', 'document', 'other'] as const
export const endpointStatuses = ['active', 'disabled', 'removed'] as const
export const endpointTypes = Object.keys(endpointTypeTable) as Endpoint['type'][]
