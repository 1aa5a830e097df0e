/** The parts of the REST interface's answer that the page shows. */
export type Disclosed = {
  id: string
  type: string
  capabilities: { asset: string; network?: string; rail: string }[]
  address?: string
  last4?: string | null
  token?: string | null
  url?: string
  masked?: string
}

export type Resolved = {
  identity: string
  type: string
  matched_alias: { type: string; value: string }
  endpoints: Disclosed[]
  disclosure: { total_endpoints: number; disclosed: number }
  assurance?: Assurance
}

/** The evidence for the payee. */
export type Assurance = {
  alias: { verification: string; days: number; transferred: boolean }
  identity: { days: number }
  changed: { endpoint?: string; payee_names?: boolean; days: number }[]
}

export type Entry = Partial<Resolved> & {
  alias: string
  status: string
  error?: { type: string; code: string }
}

/** An answer as received, with any fields of a later version. */
export type Answer = Resolved | { results: Entry[] }

export const isResolved = (entry: Partial<Resolved>): entry is Resolved => entry.identity !== undefined

/** The disclosed fields of an endpoint, in one text. */
export function shownOf({ address, url, masked, last4 }: Disclosed): string {
  const whole = address ?? url ?? masked
  if (whole !== undefined) return whole
  return last4 ? `••••${last4}` : 'nothing of the address'
}
