import type { Bulk, DisclosedEndpoint, Resolution } from '../../../../src/client/generated/types.ts'

/** The REST interface's answer, as received. */
export type Answer = Resolution | Bulk
export type Entry = Bulk['results'][number]
export type Resolved = Pick<
  Resolution,
  'identity' | 'type' | 'matched_alias' | 'endpoints' | 'disclosure' | 'assurance'
>
/** The evidence for the payee. */
export type Assurance = NonNullable<Resolution['assurance']>

export const isResolved = (entry: Partial<Resolved>): entry is Resolved => entry.identity !== undefined

/** The disclosed fields of an endpoint, in one text. */
export function shownOf({ address, url, masked, last4 }: DisclosedEndpoint): string {
  const whole = address ?? url ?? masked
  if (whole !== undefined) return whole
  return last4 ? `••••${last4}` : 'nothing of the address'
}
