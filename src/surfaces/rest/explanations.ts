import Type from 'typebox'
import { restOf } from '../../kernel/record.ts'
import { explanation } from '../../resolution/explanations/service.ts'
import { paymentContext } from './resolution.ts'
import { type Noun, route, shows } from './route.ts'
import { body, exampleId, nullable, text } from './schema-parts.ts'

const rest = restOf(explanation)

export const explanations: Noun = {
  group: 'Consent',
  tags: { explanations: 'Why a consumer sees a record of yours, or does not.' },
  variables: { als: 'ALIAS' },
  records: { explanation: rest.schema },
  routes: [
    route('POST /v1/explanations', {
      maps: 'Query.explanation',
      summary: 'Explain what a consumer sees behind an alias of yours',
      body: body({
        alias: text('als_…, of any status'),
        consumer: nullable(text('apc_…; null for any consumer without a grant')),
        for: Type.Optional(paymentContext),
      }),
      example: { alias: exampleId('als'), consumer: exampleId('apc') },
      args: ({ body }) => ({ input: body }),
      ...shows(rest),
    }),
  ],
}
