import DataLoader from 'dataloader'
import type { Call } from '../kernel/call.ts'
import type { Page, RecordPage } from '../kernel/page.ts'
import type { Services } from '../process/compose/context.ts'
import type { Assurable, Assurance } from '../resolution/assurance-store.ts'
import type { ResolutionRecord } from '../resolution/disclose.ts'
import type { DisclosureFilter } from '../resolution/disclosures/service.ts'
import { entitiesLimit, type Reference } from '../resolution/service.ts'

type Nested = { parent: string; page: Page; status?: string | null; filter?: DisclosureFilter }

/** Pages of nested lists: one statement for all parents with the same page. */
function nestedPages<R>(
  read: (parents: string[], page: Page, status: string | null, filter?: DisclosureFilter) => Promise<RecordPage<R>[]>,
) {
  return new DataLoader<Nested, RecordPage<R>, string>(
    async (keys) => {
      const groups = Map.groupBy(keys, ({ page, status, filter }) => JSON.stringify([page, status ?? null, filter]))
      const found = new Map<Nested, RecordPage<R> | Error>()
      for (const group of groups.values()) {
        const [{ page, status, filter }] = group as [Nested, ...Nested[]]
        try {
          const pages = await read(
            group.map(({ parent }) => parent),
            page,
            status ?? null,
            filter,
          )
          for (const [index, key] of group.entries()) found.set(key, pages[index]!)
        } catch (error) {
          for (const key of group) found.set(key, error as Error)
        }
      }
      return keys.map((key) => found.get(key)!)
    },
    { cacheKeyFn: ({ parent, page, status, filter }) => JSON.stringify([parent, page, status ?? null, filter]) },
  )
}

/** The batches of one request, so that no field costs a statement per record. Keys are public ids. */
export function createLoaders(call: Call & { services: Services }) {
  const { identities, aliases, endpoints, consentGrants, consentRequests, disclosures } = call.services
  const { challenges, claims, resolution, payeeNames, webhooks, webhookDeliveries, events, consumerNames } =
    call.services
  const { apiKeys, sealingKeys, releases } = call.services
  return {
    identity: new DataLoader((ids: readonly string[]) => identities.byIds(call, ids)),
    ownIdentity: new DataLoader((ids: readonly string[]) => identities.ownByIds(call, ids)),
    alias: new DataLoader((ids: readonly string[]) => aliases.byIds(call, ids)),
    endpoint: new DataLoader((ids: readonly string[]) => endpoints.byIds(call, ids)),
    consentGrant: new DataLoader((ids: readonly string[]) => consentGrants.byIds(call, ids)),
    consentRequest: new DataLoader((ids: readonly string[]) => consentRequests.byIds(call, ids)),
    claim: new DataLoader((ids: readonly string[]) => claims.byIds(call, ids)),
    challenge: new DataLoader((ids: readonly string[]) => challenges.byIds(call, ids)),
    apiKey: new DataLoader((ids: readonly string[]) => apiKeys.byIds(call, ids)),
    payeeName: new DataLoader((ids: readonly string[]) => payeeNames.byIds(call, ids)),
    sealingKey: new DataLoader((ids: readonly string[]) => sealingKeys.byIds(call, ids)),
    release: new DataLoader((ids: readonly string[]) => releases.byIds(call, ids)),
    aliasesOf: nestedPages((parents, page, status) => aliases.listOf(call, parents, page, { status })),
    endpointsOf: nestedPages((parents, page) => endpoints.listOf(call, parents, page)),
    consentGrantsOf: nestedPages((parents, page) => consentGrants.listOf(call, parents, page)),
    payeeNamesOf: nestedPages((parents, page) => payeeNames.listOf(call, parents, page)),
    disclosuresOf: nestedPages((parents, page, _, filter) => disclosures.listOf(call, parents, page, filter)),
    webhook: new DataLoader((ids: readonly string[]) => webhooks.byIds(call, ids)),
    webhookDelivery: new DataLoader((ids: readonly string[]) => webhookDeliveries.byIds(call, ids)),
    webhookAttempts: new DataLoader((ids: readonly string[]) => webhookDeliveries.attemptsOf(call, ids)),
    consumer: new DataLoader((ids: readonly string[]) => consumerNames.byIds(call, ids)),
    tiedConsumer: new DataLoader((ids: readonly string[]) => consumerNames.tiedTo(call, ids)),
    event: new DataLoader((ids: readonly string[]) => events.byIds(call, ids)),
    assurance: new DataLoader<Assurable, Assurance | null>((records) => resolution.assure(records)),
    // Not cached by text: each copy of a reference is charged, and the service looks each alias up once.
    resolution: new DataLoader<Reference, ResolutionRecord | null>(
      (references: readonly Reference[]) => resolution.resolveReferences(call, references),
      {
        maxBatchSize: entitiesLimit,
        cache: false,
      },
    ),
  }
}

export type Loaders = ReturnType<typeof createLoaders>
