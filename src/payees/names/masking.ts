import type { PlainName } from '../name.ts'
import type { RegisteredName } from '../rules.ts'

/** The first letter of each word. */
const maskWords = (text: string): string =>
  text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0]}•••`)
    .join(' ')

const maskPlain = (name: PlainName): string => maskWords('name' in name ? name.name : `${name.given} ${name.family}`)

/** Masks a name for lists, with enough left for its owner to distinguish it. */
export function maskName(name: RegisteredName): string {
  if (name.kind === 'joint') return name.holders.map(maskPlain).join(' & ')
  if (name.kind === 'identification') return `${name.scheme} ••••${[...name.value].slice(-2).join('')}`
  return maskPlain(name)
}
