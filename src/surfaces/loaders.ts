import DataLoader from 'dataloader'
import type { Call } from '../kernel/call.ts'
import type { Page, RecordPage } from '../kernel/page.ts'
import type { Services } from '../process/compose/context.ts'
import type { Assurable } from '../resolution/assurance-store.ts'
import type { ResolutionRecord } from '../resolution/disclose.ts'
import type { DisclosureFilter } from '../resolution/disclosures/service.ts'
import { entitiesLimit, type Reference } from '../resolution/service.ts'

type Asked = { page: Page; status?: string | null; filter?: DisclosureFilter }
type Nested = Asked & { parent: string }

/** Pages of nested lists: one statement for all parents with the same page. */
function nestedPages<R>(read: (parents: string[], asked: Asked) => Promise<RecordPage<R>[]>) {
  const askedOf = ({ page, status = null, filter }: Nested) => [page, status, filter]
  return new DataLoader<Nested, RecordPage<R>, string>(
    async (keys) => {
      const groups = Map.groupBy(keys, (key) => JSON.stringify(askedOf(key)))
      const found = new Map<Nested, RecordPage<R> | Error>()
      for (const group of groups.values()) {
        const parents = group.map(({ parent }) => parent)
        try {
          const pages = await read(parents, group[0]!)
          for (const [index, key] of group.entries()) found.set(key, pages[index]!)
        } catch (error) {
          for (const key of group) found.set(key, error as Error)
        }
      }
      return keys.map((key) => found.get(key)!)
    },
    { cacheKeyFn: (key) => JSON.stringify([key.parent, ...askedOf(key)]) },
  )
}

type ById<R> = { byIds(call: Call, ids: readonly string[]): Promise<R[]> }

/** The batches of one request, so that no field costs a statement per record. Keys are public ids. */
export function createLoaders(call: Call & { services: Services }) {
  const { services } = call
  const byId = <R>(service: ById<R>) => new DataLoader((ids: readonly string[]) => service.byIds(call, ids))
  return {
    identity: byId(services.identities),
    ownIdentity: new DataLoader((ids: readonly string[]) => services.identities.ownByIds(call, ids)),
    alias: byId(services.aliases),
    endpoint: byId(services.endpoints),
    consentGrant: byId(services.consentGrants),
    consentRequest: byId(services.consentRequests),
    claim: byId(services.claims),
    challenge: byId(services.challenges),
    apiKey: byId(services.apiKeys),
    payeeName: byId(services.payeeNames),
    sealingKey: byId(services.sealingKeys),
    release: byId(services.releases),
    aliasesOf: nestedPages((parents, { page, status = null }) =>
      services.aliases.listOf(call, parents, page, { status }),
    ),
    endpointsOf: nestedPages((parents, { page }) => services.endpoints.listOf(call, parents, page)),
    consentGrantsOf: nestedPages((parents, { page }) => services.consentGrants.listOf(call, parents, page)),
    payeeNamesOf: nestedPages((parents, { page }) => services.payeeNames.listOf(call, parents, page)),
    disclosuresOf: nestedPages((parents, { page, filter }) => services.disclosures.listOf(call, parents, page, filter)),
    webhook: byId(services.webhooks),
    webhookDelivery: byId(services.webhookDeliveries),
    webhookAttempts: new DataLoader((ids: readonly string[]) => services.webhookDeliveries.attemptsOf(call, ids)),
    consumer: byId(services.consumerNames),
    tiedConsumer: new DataLoader((ids: readonly string[]) => services.consumerNames.tiedTo(call, ids)),
    event: byId(services.events),
    assurance: new DataLoader((records: readonly Assurable[]) => services.resolution.assure(records)),
    // Not cached by text: each copy of a reference is charged, and the service looks each alias up once.
    resolution: new DataLoader<Reference, ResolutionRecord | null>(
      (references) => services.resolution.resolveReferences(call, references),
      { maxBatchSize: entitiesLimit, cache: false },
    ),
  }
}

export type Loaders = ReturnType<typeof createLoaders>
