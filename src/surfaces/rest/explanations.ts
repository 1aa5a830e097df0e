import Type from 'typebox'
import { SignpostError } from '../../kernel/errors.ts'
import { restOf } from '../../kernel/record.ts'
import { explanation } from '../../resolution/explanations/service.ts'
import { type ImpactOperation, impactOperations } from '../../resolution/impacts/changes.ts'
import { impact } from '../../resolution/impacts/service.ts'
import { aliases } from './aliases.ts'
import { consent } from './consent.ts'
import { endpoints } from './endpoints.ts'
import { identities } from './identities.ts'
import { paymentContext } from './resolution.ts'
import { type Noun, type Route, route, shows } from './route.ts'
import { body, exampleId, nullable, one, text } from './schema-parts.ts'
import { bodyValidator } from './validation.ts'

const explanationRest = restOf(explanation)
const impactRest = restOf(impact)

const written = [aliases, endpoints, identities, consent].flatMap(({ routes }) => routes)
const rowOf = (operation: string): Route => written.find(({ maps }) => maps === `Mutation.${operation}`)!

/** The routes of the operations, with their validators: an impact takes what each takes. */
const operations = new Map(
  impactOperations.map((operation) => {
    const row = rowOf(operation)
    return [operation, { row, validate: row.body && bodyValidator(row.body) }] as const
  }),
)

type Sent = { operation: ImpactOperation; id?: string; input?: unknown }

/** @throws SignpostError parameter_* for the operation's own input, with the names of its own body */
function changeOf({ operation, id, input }: Sent): Record<string, unknown> {
  const { row, validate } = operations.get(operation)!
  const takesId = row.path.endsWith('/:id')
  if (takesId !== (id !== undefined))
    throw new SignpostError(takesId ? 'parameter_missing' : 'parameter_unknown', { param: 'id' })
  if ((validate !== undefined) !== (input !== undefined))
    throw new SignpostError(validate ? 'parameter_missing' : 'parameter_unknown', { param: 'input' })
  validate?.(input)
  return { [operation]: row.args({ params: { id: id ?? '' }, body: input, query: {} }) }
}

export const explanations: Noun = {
  group: 'Consent',
  tags: {
    explanations: 'Why a consumer sees a record of yours, or does not.',
    impacts: 'What a change would show, and to whom, before it is made.',
  },
  variables: { als: 'ALIAS' },
  records: { explanation: explanationRest.schema, impact: impactRest.schema },
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
      ...shows(explanationRest),
    }),
    route('POST /v1/impacts', {
      maps: 'Query.impact',
      // Like its write.
      refuses: [409],
      summary: 'Show what a change would do: who would see more, and who less',
      body: body({
        operation: one(impactOperations),
        id: Type.Optional(text('The record that is changed; absent for a new grant')),
        input: Type.Optional(
          Type.Object({}, { additionalProperties: true, description: "The body of the operation's own route" }),
        ),
      }),
      example: { operation: 'updateAlias', id: exampleId('als'), input: { privacy_level: 'private' } },
      args: ({ body }) => ({ input: changeOf(body as Sent) }),
      ...shows(impactRest),
    }),
  ],
}
