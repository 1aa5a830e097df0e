import { consumerKey, consumerKeyWithSecret } from '../../../access/consumers/keys.ts'
import { consumer } from '../../../access/consumers/service.ts'
import { restOf, without } from '../../../kernel/record.ts'
import { payeeName } from '../../../payees/names/service.ts'
import { releaseRecords } from '../releases.ts'
import { removal } from '../schema-parts.ts'

const how = { seer: 'operator' } as const
const tenant = restOf(consumer, how)
const key = restOf(consumerKey, how)
const keyWithSecret = restOf(consumerKeyWithSecret, how)
/** An attested name, without its text. */
const attested = restOf(without(payeeName, 'masked'), how)

/** Records of the admin interface. */
export const adminRecords = {
  consumer: tenant.schema,
  key: key.schema,
  keyWithSecret: keyWithSecret.schema,
  payeeName: attested.schema,
  sealingKey: releaseRecords.sealingKey,
  removal,
}

export const consumerView = tenant.view
export const keyView = key.view
export const keyWithSecretView = keyWithSecret.view
export const attestedView = attested.view

type Page = { after: string | null; limit: number }

/** Reads one record more than the page shows, to find out if there are more. */
export async function listOf<R>(page: Page, read: (page: Page) => Promise<R[]>, view: (record: R) => unknown) {
  const found = await read({ ...page, limit: page.limit + 1 })
  return { object: 'list', has_more: found.length > page.limit, data: found.slice(0, page.limit).map(view) }
}
