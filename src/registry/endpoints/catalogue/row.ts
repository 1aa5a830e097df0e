/** A name that capabilities may use. `names` are its synonyms; case, spaces and punctuation don't matter in any. */
export type CatalogueRow = { readonly name: string; readonly title: string; readonly names: readonly string[] }

/** A line for each row: `name: title`, or `name: title: other names`. */
export const rowsOf = (text: string): CatalogueRow[] =>
  text.split('\n').map((line) => {
    const [name = '', title = '', names = ''] = line.trim().split(': ')
    return { name, title, names: names === '' ? [] : names.split(' ') }
  })

/** Of a CAIP-2 name such as `eip155:137`, the part before the colon. */
export const networkName = (network: string): string => foldName(network.split(':')[0]!)

/** `BNB Smart-Chain` → `bnbsmartchain`. */
export const foldName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
