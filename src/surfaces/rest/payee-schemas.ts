import Type from 'typebox'
import { payeeNameKinds } from '../../payees/names/input.ts'
import { payeeNameBases } from '../../payees/names/service.ts'
import { verdicts } from '../../resolution/judging.ts'
import { namingAlias } from './aliases.ts'
import { body, nullable, one, record, text } from './schema-parts.ts'

const holder = body({
  name: Type.Optional(text('In one text')),
  given: Type.Optional(text('With `family`, instead of `name`')),
  family: Type.Optional(text('With `given`, instead of `name`')),
})
const identification = body({ scheme: text('lei, vat …'), value: text() })

/** An item is judged on its own, by the use case: here it may be anything. */
export const payeeCheckItem = Type.Unknown({ description: 'As the body of a single check' })

export const payeeBodies = {
  createPayeeName: body({
    kind: one(payeeNameKinds),
    ...holder.properties,
    holders: Type.Optional(Type.Array(holder, { minItems: 2, maxItems: 4, description: 'Of a joint name' })),
    scheme: Type.Optional(text('Of an identification')),
    value: Type.Optional(text('Of an identification')),
  }),
  checkPayee: namingAlias({
    ...holder.properties,
    identification: Type.Optional(identification),
  }),
  checkPayees: body({
    items: Type.Array(payeeCheckItem),
  }),
}

const basis = nullable(one(payeeNameBases))
const payeeName = record('payee_name', {
  identity: text('idn_…'),
  kind: one(payeeNameKinds),
  masked: nullable(text('First letters; null when what is stored cannot be opened')),
  basis: one(payeeNameBases),
})
const payeeCheck = Type.Object({
  object: Type.Literal('payee_check'),
  verdict: one(verdicts),
  basis,
  livemode: Type.Boolean(),
  request_id: text('req_…'),
})
const entry = Type.Object({
  object: Type.Literal('payee_check'),
  verdict: Type.Optional(one(verdicts)),
  basis: Type.Optional(basis),
  error: Type.Optional(Type.Object({ type: text(), code: text() })),
})
const payeeChecks = Type.Object({ results: Type.Array(entry), livemode: Type.Boolean(), request_id: text('req_…') })

export const payeeRecords = { payeeName, payeeCheck, payeeChecks }
