import Type from 'typebox'
import type { DisclosureRecord } from '../../resolution/disclosures/service.ts'
import { disclosureKinds, verdicts } from '../../resolution/judging.ts'
import { consumerRecord, nameBeside, readingNames } from './consumer-names.ts'
import { nullable, one, record, text } from './schema-parts.ts'
import { seconds } from './view-parts.ts'

export const disclosureRecords = {
  disclosure: record('disclosure', {
    identity: text('idn_…'),
    consumer: text('Who saw the endpoints'),
    consumer_record: nullable(consumerRecord),
    alias: text('als_…, the alias that was resolved'),
    endpoints: Type.Array(text('end_…')),
    grant: nullable(text('cgr_…, the active grant, if there was one')),
    request_id: text('req_…'),
    kind: one(disclosureKinds),
    verdict: nullable(one(verdicts)),
  }),
}

/** For every route that lists them. */
export const readingPayers = readingNames<DisclosureRecord>(({ consumer }) => consumer)

export const disclosureViews = {
  disclosure: (record: DisclosureRecord) => ({
    object: 'disclosure',
    id: record.id,
    livemode: record.livemode,
    identity: record.identity,
    consumer: record.consumer,
    consumer_record: nameBeside(record),
    alias: record.alias,
    endpoints: record.endpoints,
    grant: record.grant,
    request_id: record.requestId,
    kind: record.kind,
    verdict: record.verdict,
    created: seconds(record.createdAt),
    updated: seconds(record.createdAt),
  }),
}
