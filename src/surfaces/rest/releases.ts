import Type from 'typebox'
import { camel } from '../../kernel/camel.ts'
import { restOf } from '../../kernel/record.ts'
import { sealingKey } from '../../releases/keys/service.ts'
import { type ReleaseRecord, release } from '../../releases/record.ts'
import type { ReleaseInput } from '../graphql/generated/resolvers.ts'
import { namingAlias } from './aliases.ts'
import { pageArgs, paging } from './lists.ts'
import { lists, type Noun, removes, route, shows } from './route.ts'
import { body, exampleId, id, text } from './schema-parts.ts'

const jwk = Type.Object(
  { kty: text('OKP'), crv: text('X25519'), x: text('base64url') },
  { description: 'The public half alone' },
)

export const sealingKeyRest = restOf(sealingKey)
const releaseRest = restOf(release)

export const releases: Noun = {
  group: 'Resolution',
  tags: {
    sealing_keys: 'Public keys of payers, which addresses are sealed to.',
    releases: "Addresses, sealed to the payer's key.",
  },
  variables: { sealing_keys: 'SEALING_KEY', slk: 'SEALING_KEY', releases: 'RELEASE' },
  records: { sealingKey: sealingKeyRest.schema, release: releaseRest.schema },
  routes: [
    route('POST /v1/sealing_keys', {
      maps: 'Mutation.createSealingKey',
      summary: 'Register a public key for sealed addresses',
      status: 201,
      body: body({ jwk }),
      example: { jwk: { kty: 'OKP', crv: 'X25519', x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' } },
      args: ({ body }) => ({ jwk: body.jwk }),
      ...shows(sealingKeyRest),
    }),
    route('GET /v1/sealing_keys', {
      maps: 'Query.sealingKeys',
      summary: 'List the sealing keys of the own consumer',
      query: paging,
      args: ({ query }) => pageArgs(query),
      ...lists(sealingKeyRest),
    }),
    route('DELETE /v1/sealing_keys/:id', {
      maps: 'Mutation.removeSealingKey',
      summary: 'Remove a sealing key, and everything stored sealed to it',
      args: id,
      ...removes('sealing_key'),
    }),
    route('POST /v1/releases', {
      maps: 'Mutation.createRelease',
      summary: "Get an endpoint's address, sealed to your key",
      status: 201,
      isPending: ({ status }: ReleaseRecord) => status === 'pending',
      body: namingAlias({
        endpoint: text('end_…'),
        token: Type.Optional(text('For a bank account, its token from resolve')),
        sealing_key: text('slk_…'),
        purpose: Type.Optional(text('The purpose, 500 characters at most. It is validated and not stored')),
        reference: Type.Optional(text('Your reference, returned inside the signed text; 140 characters at most')),
      }),
      example: { alias: '@bob', endpoint: exampleId('end'), sealing_key: exampleId('slk'), reference: 'Invoice 7' },
      args: ({ body }) => ({ input: camel(body) as ReleaseInput }),
      ...shows(releaseRest),
    }),
    route('GET /v1/releases', {
      maps: 'Query.releases',
      summary: 'List your own releases of 30 days, without the sealed addresses',
      query: paging,
      args: ({ query }) => pageArgs(query),
      ...lists(releaseRest),
    }),
    route('GET /v1/releases/:id', {
      maps: 'Query.release',
      summary: 'Read a release again, for ten minutes',
      args: id,
      ...shows(releaseRest),
    }),
  ],
}
