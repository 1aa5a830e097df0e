/** So much of a folded name is kept to be found by: compatibility forms can be many times longer than their letters. */
const foldedLength = 200

/**
 * A display name as it is found: compatibility forms apart, without marks, in one case. What begins alike is folded alike, but
 * for a mark that the beginning lacks, which changes nothing.
 */
export const foldDisplayName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .slice(0, foldedLength)

/** Folded form that is stored beside a display name. */
export const foldedOf = (name: string | null): string | null => (name === null ? null : foldDisplayName(name))
