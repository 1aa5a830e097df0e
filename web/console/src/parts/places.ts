/** Pages of one record, or of a list that is narrowed to it, by the prefix of its id. */
const pages: Record<string, (id: string) => string> = {
  idn: (id) => `/identities/${id}`,
  whk: (id) => `/webhooks/${id}`,
  chl: (id) => `/challenges/${id}`,
  req: (id) => `/events?request=${id}`,
  crq: () => '/consent',
  clm: () => '/claims',
  rel: () => '/releases',
  slk: () => '/sealing-keys',
}

/** The page of an id of any kind: for a record without its own, its history. */
export const pathOfId = (id: string): string => pages[id.slice(0, 3)]?.(id) ?? `/audit?subject=${id}`

/** True for an id of any kind. */
export const isId = (text: string): boolean => /^[a-z]{3}_[0-9a-z]{26}$/.test(text)
