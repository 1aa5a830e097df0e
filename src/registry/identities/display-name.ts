/** The stored length of a folded name: compatibility forms can be many times longer than their letters. */
const foldedLength = 200

/**
 * Folds a display name for search: compatibility forms decomposed, without marks, in one case. Equal beginnings fold
 * alike; a mark after the beginning changes nothing.
 */
export const foldDisplayName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .slice(0, foldedLength)

/** The folded form that is stored beside a display name. */
export const foldedOf = (name: string | null): string | null => (name === null ? null : foldDisplayName(name))
