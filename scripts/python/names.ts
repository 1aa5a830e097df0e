/** `consentGrants` and `created[gte]` as Python spells names; its own words get an underscore. */
export function snake(name: string): string {
  const spelled = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\[(\w+)\]/g, '_$1')
    .toLowerCase()
  return keywords.has(spelled) ? `${spelled}_` : spelled
}

export const pascal = (name: string): string =>
  name.replace(/(?:^|[_[])([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase()).replaceAll(']', '')

export const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name)

export const banner = '# Made by `npm run generate -- python` of the OpenAPI document.\n\n'

/** A text as Python writes it. */
export const quoted = (text: string): string => JSON.stringify(text)

const keywords = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in is
  lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
)
