/** Secrets that must appear nowhere: the bytes, by the name of the secret. */
export type Canaries = Record<string, Buffer>

/** The place and the form in which a canary was found. */
export type Sighting = { canary: string; form: string; place: string }

const escaped = (bytes: Buffer, unit: (byte: number) => string) => [...bytes].map(unit).join('')
const hex2 = (byte: number) => byte.toString(16).padStart(2, '0')

/** The base64 of a canary inside something longer: one text for each way in which the two can be aligned. */
function base64Forms(bytes: Buffer, encoding: 'base64' | 'base64url'): [string, string][] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString(encoding)
      .replaceAll('=', '')
    const from = Math.ceil((before * 8) / 6)
    const whole = Math.floor(((before + bytes.length) * 8) / 6)
    return [`${encoding}, ${before} before`, text.slice(from, whole)]
  })
}

/** Every form in which bytes may turn up, each once. */
export function formsOf(bytes: Buffer): Map<string, Buffer> {
  const text = bytes.toString('utf8')
  const isText = Buffer.from(text).equals(bytes)
  const forms: [string, string | Buffer][] = [
    ['raw', bytes],
    ['hex', bytes.toString('hex')],
    ['HEX', bytes.toString('hex').toUpperCase()],
    ...base64Forms(bytes, 'base64'),
    ...base64Forms(bytes, 'base64url'),
    ['url, every byte', escaped(bytes, (byte) => `%${hex2(byte).toUpperCase()}`)],
    ['url, every byte, lower case', escaped(bytes, (byte) => `%${hex2(byte)}`)],
    ['json, every character', escaped(bytes, (byte) => `\\u00${hex2(byte)}`)],
    ['octal', escaped(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`)],
  ]
  if (isText) forms.push(['url', encodeURIComponent(text)], ['json', JSON.stringify(text).slice(1, -1)])
  // A dump writes a backslash twice.
  for (const [name, form] of [...forms]) {
    if (typeof form === 'string' && form.includes('\\')) forms.push([`${name}, dumped`, form.replaceAll('\\', '\\\\')])
  }
  const once = new Map<string, [string, Buffer]>()
  for (const [name, form] of forms) {
    const buffer = Buffer.from(form)
    if (!once.has(buffer.toString('latin1'))) once.set(buffer.toString('latin1'), [name, buffer])
  }
  return new Map(once.values())
}

type Needle = { canary: string; form: string; bytes: Buffer }

/** Looks for all forms of all canaries in one pass: by the first two bytes, then whole. */
export function createScanner(canaries: Canaries) {
  const byStart: (Needle[] | undefined)[] = new Array(65_536)
  for (const [canary, bytes] of Object.entries(canaries)) {
    for (const [form, needle] of formsOf(bytes)) {
      const start = needle[0]! | (needle[1]! << 8)
      byStart[start] = [...(byStart[start] ?? []), { canary, form, bytes: needle }]
    }
  }
  const isStart = new Uint8Array(65_536)
  for (const start of byStart.keys()) if (byStart[start]) isStart[start] = 1

  return function scan(place: string, content: Buffer | string): Sighting[] {
    const haystack = typeof content === 'string' ? Buffer.from(content) : content
    const seen = new Map<string, Sighting>()
    let pair = haystack[0] ?? 0
    for (let at = 1; at < haystack.length; at++) {
      pair = (pair >> 8) | (haystack[at]! << 8)
      if (at === 1) pair = haystack[0]! | (haystack[1]! << 8)
      if (!isStart[pair]) continue
      for (const { canary, form, bytes } of byStart[pair]!) {
        if (haystack.compare(bytes, 0, bytes.length, at - 1, Math.min(at - 1 + bytes.length, haystack.length)) !== 0)
          continue
        seen.set(`${canary} ${form}`, { canary, form, place })
      }
    }
    return [...seen.values()]
  }
}
