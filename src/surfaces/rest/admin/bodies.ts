import Type from 'typebox'
import { consumerKey, consumerKeyWithSecret } from '../../../access/consumers/keys.ts'
import { limitPolicies } from '../../../access/consumers/rules.ts'
import { consumer } from '../../../access/consumers/service.ts'
import { maximumLimit } from '../../../kernel/page.ts'
import { restOf, without } from '../../../kernel/record.ts'
import { scopes } from '../../../kernel/scopes.ts'
import { payeeName } from '../../../payees/names/service.ts'
import { body, keys, nullable, one, text, unixSeconds } from '../schema-parts.ts'

const name = text('Unique; 1 to 200 characters')
const displayName = Type.Optional(nullable(text('The display name')))

export const bodies = {
  createConsumer: body({ name, display_name: displayName }),
  updateConsumer: body({
    name: Type.Optional(name),
    display_name: displayName,
    group: Type.Optional(nullable(text('Its consumers share the budgets of their checks; null for none'))),
    attests: Type.Optional(Type.Boolean()),
  }),
  setLimits: body(
    Object.fromEntries(
      keys(limitPolicies).map((policy) => [
        policy,
        Type.Optional(nullable(text('A size and a refill, such as 2000 + 250/min; null for the rule of the service'))),
      ]),
    ),
  ),
  createKey: body({
    livemode: Type.Boolean(),
    scopes: Type.Array(one(keys(scopes)), { minItems: 1, maxItems: 50 }),
    name: Type.Optional(nullable(text())),
    router: Type.Optional(Type.Boolean({ description: "A federation router's key" })),
    expires_at: Type.Optional(nullable(unixSeconds())),
  }),
  attestPayeeName: body({
    id: Type.Optional(text('pnm_…')),
    ids: Type.Optional(Type.Array(text('pnm_…'), { minItems: 1, maxItems: 100 })),
  }),
  export: body({
    livemode: Type.Boolean(),
    updated_since: Type.Optional(nullable(unixSeconds('Records that changed since then'))),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maximumLimit, default: maximumLimit })),
    starting_after: Type.Optional(nullable(text('idn_…, the `next` of the page before'))),
  }),
  renormalize: body({ apply: Type.Optional(Type.Boolean({ default: false, description: 'False plans alone' })) }),
  rollKey: body({ expires_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })) }),
}

export const exportedPage = Type.Object({
  object: Type.Literal('list'),
  has_more: Type.Boolean(),
  next: nullable(text('idn_…, the `starting_after` of the next page')),
  data: Type.Array(Type.Object({ object: one(['identity', 'alias', 'endpoint']), id: text() }), {
    description: 'Lines of an import, identity by identity, without addresses',
  }),
})

export const mostObstacles = 1_000
export const renormalization = Type.Object({
  object: Type.Literal('renormalization'),
  applied: Type.Boolean(),
  kept: Type.Integer(),
  moved: Type.Integer(),
  obstacles: Type.Array(Type.Object({ alias: text('als_…'), kind: one(['collision', 'refused', 'unmarked']) }), {
    maxItems: mostObstacles,
    description: 'Aliases that keep their old version',
  }),
  has_more: Type.Boolean({ description: `True if there are more than ${mostObstacles} obstacles` }),
})

const how = { seer: 'operator' } as const
export const consumerRest = restOf(consumer, how)
export const keyRest = restOf(consumerKey, how)
export const keyWithSecretRest = restOf(consumerKeyWithSecret, how)
/** An attested name, without its text. */
export const attestedRest = restOf(without(payeeName, 'masked'), how)

type Page = { after: string | null; limit: number }

/** Reads one record more than the page shows, to find out if there are more. */
export async function listOf<R>(page: Page, read: (page: Page) => Promise<R[]>, view: (record: R) => unknown) {
  const found = await read({ ...page, limit: page.limit + 1 })
  return { object: 'list', has_more: found.length > page.limit, data: found.slice(0, page.limit).map(view) }
}
