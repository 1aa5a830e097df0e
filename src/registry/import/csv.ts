/*
 * Cells of CSV in imports and exports. An empty cell is an absent field, and `\N` is null.
 *
 * INVARIANT (no formula): a text that begins with = + - or @ would run in a spreadsheet: an export puts a quote before
 * it, and an import removes it. The same holds for a text that reads as null, and for one that begins with such quotes,
 * so that every text survives the round trip.
 */

const guarded = /^'*(?:[=+\-@]|\\N$)/
const guard = (text: string): string => (guarded.test(text) ? `'${text}` : text)

export const nullCell = String.raw`\N`

/** The text of a cell that is not null. */
export const unguarded = (cell: string): string => (cell.startsWith("'") && guarded.test(cell) ? cell.slice(1) : cell)

function cellOf(value: unknown): string {
  if (value === undefined) return ''
  if (value === null) return nullCell
  const text = guard(typeof value === 'object' ? JSON.stringify(value) : String(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A row of CSV, with the end of its line. */
export const csvRow = (columns: readonly string[], line: Readonly<Record<string, unknown>>): string =>
  `${columns.map((name) => cellOf(line[name])).join(',')}\n`

/** Example lines that import unchanged. */
const lines: readonly Readonly<Record<string, unknown>>[] = [
  {
    object: 'identity',
    ref: 'customer-1',
    type: 'user',
    display_name: 'Ada Lovelace',
    default_privacy_level: 'unlisted',
    metadata: { segment: 'retail' },
  },
  { object: 'identity', ref: 'customer-2', type: 'merchant', display_name: 'Analytical Engines Ltd' },
  {
    object: 'alias',
    ref: 'customer-1-phone',
    identity: 'customer-1',
    type: 'phone',
    value: '+491711234567',
    privacy_level: 'public',
    is_primary: true,
  },
  { object: 'alias', identity: 'customer-2', type: 'merchant_handle', value: '$analytical.engines' },
  {
    object: 'endpoint',
    ref: 'customer-1-account',
    identity: 'customer-1',
    type: 'bank_account',
    address: 'DE89370400440532013000',
    details: { holder_name: 'Ada Lovelace', country: 'DE' },
    privacy_level: 'public',
    priority: 1,
    capabilities: [{ asset: 'EUR', rail: 'sepa', supports_instant: true }],
  },
  {
    object: 'endpoint',
    ref: 'customer-2-pointer',
    identity: 'customer-2',
    type: 'payment_pointer',
    address: '$pay.example.com/analytical',
  },
]

function csv(): string[] {
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))]
  return [`${columns.join(',')}\n`, ...lines.map((line) => csvRow(columns, line))]
}

/** A file that imports, in either format. */
export const exampleFile = (format: 'jsonl' | 'csv'): string =>
  (format === 'csv' ? csv() : lines.map((line) => `${JSON.stringify(line)}\n`)).join('')
