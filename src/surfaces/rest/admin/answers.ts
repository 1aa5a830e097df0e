import Type from 'typebox'
import { consumerKey, consumerKeyWithSecret } from '../../../access/consumers/keys.ts'
import { consumer } from '../../../access/consumers/service.ts'
import { restOf, without } from '../../../kernel/record.ts'
import { payeeName } from '../../../payees/names/service.ts'
import { nullable, one, text } from '../schema-parts.ts'

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
  obstacles: Type.Array(
    Type.Object({ alias: text('als_…'), kind: one(['collision', 'refused', 'unmarked', 'claimed']) }),
    {
      maxItems: mostObstacles,
      description: 'Aliases that keep their old version',
    },
  ),
  has_more: Type.Boolean({ description: `True if there are more than ${mostObstacles} obstacles` }),
})

const how = { seer: 'operator' } as const
export const consumerRest = restOf(consumer, how)
export const keyRest = restOf(consumerKey, how)
export const keyWithSecretRest = restOf(consumerKeyWithSecret, how)
/** An attested name, without its text. */
export const attestedRest = restOf(without(payeeName, 'masked'), how)

export type Page = { after: string | null; limit: number }

/** Reads one record more than the page shows, to find out if there are more. */
export async function listOf<R>(page: Page, read: (page: Page) => Promise<R[]>, view: (record: R) => unknown) {
  const found = await read({ ...page, limit: page.limit + 1 })
  return { object: 'list', has_more: found.length > page.limit, data: found.slice(0, page.limit).map(view) }
}
