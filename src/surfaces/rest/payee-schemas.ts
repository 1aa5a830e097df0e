import Type, { type TSchema } from 'typebox'
import { schemaOf } from '../../kernel/record.ts'
import { destinationCheck as destinationChecked } from '../../payees/checks/destinations.ts'
import { payeeCheck as payeeChecked } from '../../payees/checks/service.ts'
import { payeeNameKinds } from '../../payees/names/input.ts'
import { payeeNameBases, payeeName as payeeNames } from '../../payees/names/service.ts'
import { endpointTypeNames } from '../../registry/endpoints/endpoint-types.ts'
import { destinationVerdictSchema, payeeVerdictSchema } from '../../resolution/disclosures/service.ts'
import { namingAlias } from './aliases.ts'
import { details } from './endpoints.ts'
import { body, nullable, one, text } from './schema-parts.ts'

const holder = body({
  name: Type.Optional(text('The name in one text')),
  given: Type.Optional(text('With `family`, instead of `name`')),
  family: Type.Optional(text('With `given`, instead of `name`')),
})
const identification = body({ scheme: text('lei, vat …'), value: text() })

/** Any value: the use case validates each item separately. */
export const payeeCheckItem = Type.Unknown({ description: 'Like the body of a single check' })
export const destinationCheckItem = Type.Unknown({ description: 'Like the body of a single destination check' })

export const payeeBodies = {
  createPayeeName: body({
    kind: one(payeeNameKinds),
    ...holder.properties,
    holders: Type.Optional(Type.Array(holder, { minItems: 2, maxItems: 4, description: 'For a joint name' })),
    scheme: Type.Optional(text('For an identification')),
    value: Type.Optional(text('For an identification')),
  }),
  checkPayee: namingAlias({
    ...holder.properties,
    identification: Type.Optional(identification),
  }),
  checkPayees: body({
    items: Type.Array(payeeCheckItem),
  }),
  checkDestination: namingAlias({
    destination: body({
      type: one(endpointTypeNames),
      address: text('As typed; normalized as on create'),
      details: Type.Optional({ ...details, description: 'Only the memo and the bank code are compared' }),
    }),
    payer: Type.Optional(text('Your reference for your customer, at most 64 characters')),
  }),
  checkDestinations: body({
    items: Type.Array(destinationCheckItem),
  }),
}

const basis = nullable(one(payeeNameBases))
const payeeName = schemaOf(payeeNames)
const payeeCheck = schemaOf(payeeChecked)
const error = Type.Optional(Type.Object({ type: text(), code: text() }))
const entry = Type.Object({
  object: Type.Literal('payee_check'),
  verdict: Type.Optional(payeeVerdictSchema),
  basis: Type.Optional(basis),
  error,
})
const destinationCheck = schemaOf(destinationChecked)
const destinationEntry = Type.Object({
  object: Type.Literal('destination_check'),
  verdict: Type.Optional(destinationVerdictSchema),
  endpoint: Type.Optional(nullable(text('end_…, for a match'))),
  changed_days: Type.Optional(nullable(Type.Integer())),
  error,
})
const resultsOf = (item: TSchema) =>
  Type.Object({ results: Type.Array(item), livemode: Type.Boolean(), request_id: text('req_…') })
const payeeChecks = resultsOf(entry)
const destinationChecks = resultsOf(destinationEntry)

export const payeeRecords = { payeeName, payeeCheck, payeeChecks, destinationCheck, destinationChecks }
