import Type from 'typebox'
import type { ConsumerKey, ConsumerKeyWithSecret } from '../../../access/consumers/keys.ts'
import { limitPolicies } from '../../../access/consumers/rules.ts'
import type { ConsumerRecord } from '../../../access/consumers/service.ts'
import type { PayeeNames } from '../../../payees/names/service.ts'
import { apiKeyRecords, apiKeyViews } from '../api-keys.ts'
import { payeeRecords } from '../payee-schemas.ts'
import { releaseRecords } from '../release-schemas.ts'
import { keys, nullable, one, removal, text, unixSeconds } from '../schema-parts.ts'
import { seconds, secondsOrNull } from '../view-parts.ts'

const consumerText = { consumer: text('apc_…') }

/** What the admin interface answers. */
export const adminRecords = {
  consumer: Type.Object({
    object: Type.Literal('consumer'),
    id: text('apc_…'),
    name: text(),
    display_name: nullable(text()),
    group: nullable(text('Its consumers share their payee checks')),
    status: one(['active', 'suspended']),
    suspended_at: nullable(unixSeconds()),
    limits: Type.Object(Object.fromEntries(keys(limitPolicies).map((policy) => [policy, Type.Optional(text())])), {
      description: 'The rules of its own; the others are those of the service',
    }),
    created: unixSeconds(),
    updated: unixSeconds(),
  }),
  key: Type.Object({ ...apiKeyRecords.apiKey.properties, ...consumerText }),
  keyWithSecret: Type.Object({ ...apiKeyRecords.apiKeyWithSecret.properties, ...consumerText }),
  payeeName: Type.Omit(payeeRecords.payeeName, ['masked']),
  sealingKey: releaseRecords.sealingKey,
  removal,
}

export const consumerView = (record: ConsumerRecord) => ({
  object: 'consumer',
  id: record.id,
  name: record.name,
  display_name: record.displayName,
  group: record.group,
  status: record.status,
  suspended_at: secondsOrNull(record.suspendedAt),
  limits: record.limits,
  created: seconds(record.createdAt),
  updated: seconds(record.updatedAt),
})

/** An attested name, without anything of the name itself. */
export const attestedView = (name: Awaited<ReturnType<PayeeNames['attest']>>) => ({
  object: 'payee_name',
  id: name.id,
  livemode: name.livemode,
  identity: name.identity,
  kind: name.kind,
  basis: name.basis,
  created: seconds(name.createdAt),
  updated: seconds(name.updatedAt),
})

export const keyView = (record: ConsumerKey) => ({ ...apiKeyViews.apiKey(record), consumer: record.consumer })

export const keyWithSecretView = (record: ConsumerKeyWithSecret) => ({
  ...apiKeyViews.apiKeyWithSecret(record),
  consumer: record.consumer,
})

type Page = { after: string | null; limit: number }

/** One more than is shown is read, to know whether there are more. */
export async function listOf<R>(page: Page, read: (page: Page) => Promise<R[]>, view: (record: R) => unknown) {
  const found = await read({ ...page, limit: page.limit + 1 })
  return { object: 'list', has_more: found.length > page.limit, data: found.slice(0, page.limit).map(view) }
}
