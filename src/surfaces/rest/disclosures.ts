import { restOf } from '../../kernel/record.ts'
import type { DisclosureRecord } from '../../resolution/disclosures/service.ts'
import { disclosure } from '../../resolution/disclosures/service.ts'
import { besideConsumer, readingNames } from './consumer-names.ts'

const rest = restOf(disclosure, { beside: besideConsumer })
export const disclosureRecords = { disclosure: rest.schema }
export const disclosureViews = { disclosure: rest.view }

/** For every route that lists them. */
export const readingPayers = readingNames<DisclosureRecord>(({ consumer }) => consumer)
