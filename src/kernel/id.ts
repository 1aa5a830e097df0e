/** The kinds of record with an identifier, and the prefix of each. Sources: the seed's prefixes; ours from `cgr` on. */
export const prefixes = {
  identity: 'idn',
  alias: 'als',
  endpoint: 'end',
  webhook: 'whk',
  event: 'evt',
  auditEntry: 'aud',
  request: 'req',
  consumer: 'apc',
  consentGrant: 'cgr',
  consentRequest: 'crq',
  apiKey: 'key',
  delivery: 'whd',
  disclosureRecord: 'dsc',
  challenge: 'chl',
  claim: 'clm',
  payeeName: 'pnm',
  sealingKey: 'slk',
  release: 'rel',
} as const satisfies Record<string, string>

export type Kind = keyof typeof prefixes

/** A uuid that no record has. Looking for it takes as long as looking for one that exists. */
export const noId = '00000000-0000-0000-0000-000000000000'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const suffixLength = 26
const uuidLength = 36

const kinds = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix as string, kind as Kind]))
const symbolValues = valuesOf(alphabet)
const nibbleValues = valuesOf('0123456789abcdef')

function valuesOf(symbols: string): Int8Array {
  const values = new Int8Array(128).fill(-1)
  for (let value = 0; value < symbols.length; value++) values[symbols.charCodeAt(value)] = value
  return values
}

const symbolCodes = Uint8Array.from(alphabet, (symbol) => symbol.charCodeAt(0))

/** Character codes of an id of each kind: the prefix, then a buffer that each id overwrites. */
const templates = Object.fromEntries(
  Object.entries(prefixes).map(([kind, prefix]) => {
    const codes = Array.from(`${prefix}_`, (letter) => letter.charCodeAt(0))
    return [kind, codes.concat(new Array(suffixLength).fill(0))]
  }),
) as Record<Kind, number[]>

const isDashAt = (index: number) => index === 8 || index === 13 || index === 18 || index === 23

/**
 * Writes a lower-case UUID as `<prefix>_` and 26 Crockford base32 characters (the TypeID text form): two zero bits,
 * then the 128 bits of the UUID. Throws RangeError on anything else: only stored ids are encoded.
 *
 * The text is made in one piece: one concatenated id would keep V8 from its fast path for writing the whole answer as
 * JSON.
 */
export function encodeId(kind: Kind, uuid: string): string {
  if (uuid.length !== uuidLength) throw new RangeError('not a UUID')
  const codes = templates[kind]
  let at = codes.length - suffixLength
  let pending = 0
  let bits = 2
  for (let index = 0; index < uuidLength; index++) {
    const code = uuid.charCodeAt(index)
    if (isDashAt(index)) {
      if (code !== 0x2d) throw new RangeError('not a UUID')
      continue
    }
    const nibble = nibbleValues[code] ?? -1
    if (nibble < 0) throw new RangeError('not a UUID')
    pending = (pending << 4) | nibble
    bits += 4
    if (bits >= 5) {
      bits -= 5
      codes[at++] = symbolCodes[pending >> bits]!
      pending &= (1 << bits) - 1
    }
  }
  return String.fromCharCode(...codes)
}

/**
 * Reads the UUID out of an id of this kind. Null for everything else: another prefix, another length, upper case, a
 * character outside the alphabet, a value beyond 128 bits.
 */
export function decodeId(kind: Kind, text: unknown): string | null {
  const prefix = prefixes[kind]
  const start = prefix.length + 1
  if (typeof text !== 'string' || text.length !== start + suffixLength) return null
  if (!text.startsWith(prefix) || text[prefix.length] !== '_' || text.charCodeAt(start) > 0x37) return null
  let uuid = ''
  let pending = 0
  let bits = -2
  for (let index = start; index < text.length; index++) {
    const value = symbolValues[text.charCodeAt(index)] ?? -1
    if (value < 0) return null
    pending = (pending << 5) | value
    bits += 5
    while (bits >= 4) {
      bits -= 4
      if (isDashAt(uuid.length)) uuid += '-'
      uuid += alphabet[pending >> bits]
      pending &= (1 << bits) - 1
    }
  }
  return uuid
}

/** Returns the kind that an id's prefix names, without a check of the rest: enough to choose a scope. */
export function kindOf(text: unknown): Kind | null {
  if (typeof text !== 'string') return null
  const end = text.indexOf('_')
  return end < 0 ? null : (kinds.get(text.slice(0, end)) ?? null)
}

/** The uuid of a public id of any kind; that of nobody for a malformed one, which is looked for like any other. */
export function uuidOf(id: string): string {
  const kind = kindOf(id)
  return (kind && decodeId(kind, id)) ?? noId
}

/**
 * Turns a random UUID into a UUID v7, whose first 48 bits are Unix milliseconds.
 *
 * DECISION: other ids are random, so that they do not reveal when a record was made. These belong to records that show
 * their time anyway and lie in partitions by time: the id names the partition.
 */
export function timedId(random: string, ms: number): string {
  return prefixedId(timePrefix(ms), random)
}

/** Makes one with a known prefix. */
export const prefixedId = (prefix: string, random: string): string => `${prefix}${random.slice(15)}`

/** The first 15 characters of every UUID v7 of that millisecond. */
export function timePrefix(ms: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7`
}

/** Returns the Unix milliseconds of a UUID v7; null for any other UUID. */
export function timeOfId(uuid: string): number | null {
  return uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : null
}
