import type { EndpointChange } from '../../events/payload.ts'
import type { SnapshotCapability, SnapshotEntry } from '../../registry/endpoints/snapshot-store.ts'
import { readEntry } from '../facts-store.ts'
import { covers, disclosedOf, type GrantFacts } from '../policy.ts'

/** Entries of one notice, at most. Source: docs/rules.md#events. */
export const mostChanges = 50

type Seen = { readonly type: string; readonly capabilities: string }

/** Names of capabilities: amounts and the order of records are no part of a notice. */
const named = (capabilities: readonly SnapshotCapability[]): string =>
  JSON.stringify(capabilities.map(([asset, rail, network]) => [asset, rail, network]).sort())

/** The endpoints that the grant covers and the policy discloses. */
function seenBy(grant: GrantFacts, livemode: boolean, entries: readonly SnapshotEntry[]): Map<string, Seen> {
  const endpoints = entries.map((entry) => readEntry(entry, livemode))
  const { disclosed } = disclosedOf({ caller: { livemode, scopes: [] }, grant, endpoints })
  const capabilitiesOf = new Map(entries.map((entry) => [entry[0], named(entry[6])]))
  return new Map(
    disclosed
      .filter(({ id }) => covers(grant, 'endpoints', id))
      .map(({ id, type }) => [id, { type, capabilities: capabilitiesOf.get(id)! }]),
  )
}

/** The difference that a grantee sees between two states of an identity's endpoints, by the terms of its grant now. */
export function changesFor(
  grant: GrantFacts,
  livemode: boolean,
  before: readonly SnapshotEntry[],
  now: readonly SnapshotEntry[],
): EndpointChange[] {
  const [was, is] = [seenBy(grant, livemode, before), seenBy(grant, livemode, now)]
  const changes: EndpointChange[] = []
  for (const [id, { type, capabilities }] of is) {
    const old = was.get(id)
    if (!old) changes.push({ id, type, change: 'added' })
    else if (old.type !== type || old.capabilities !== capabilities) changes.push({ id, type, change: 'updated' })
  }
  for (const [id, { type }] of was) if (!is.has(id)) changes.push({ id, type, change: 'removed' })
  return changes.slice(0, mostChanges)
}
