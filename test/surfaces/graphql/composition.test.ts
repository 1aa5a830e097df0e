import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeServices } from '@theguild/federation-composition'
import { Kind, parse } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { exampleFolder } from '../../support/federation-example.ts'
import { forTests, startTestServer } from '../../support/server.ts'

let sdl: string
const server = forTests(startTestServer)
beforeAll(async () => {
  sdl = (await server.graphql((await server.key()).key, '{ _service { sdl } }')).body.data._service.sdl
})

const orders = readFileSync(join(exampleFolder, 'orders.graphql'), 'utf8')

const compose = (second: string) =>
  composeServices([
    { name: 'signpost', url: 'http://signpost.invalid/graphql', typeDefs: parse(sdl) },
    { name: 'orders', url: 'http://orders.invalid/graphql', typeDefs: parse(second) },
  ])

test('the SDL that a running server gives composes with a second Relay subgraph', () => {
  const { supergraphSdl, errors } = compose(orders)
  expect(errors ?? []).toEqual([])
  for (const entity of ['Identity', 'Alias', 'Endpoint']) {
    expect(supergraphSdl).toMatch(new RegExp(`^type ${entity} [^{]*@join__type\\(graph: SIGNPOST, key: "id"\\)`, 'm'))
  }
  expect(supergraphSdl).toMatch(/^type Resolution[^{]*@join__type\(graph: SIGNPOST, key: "alias"\)/m)
})

test('another subgraph hangs fields on each type of disclosed endpoint, on who was resolved, and on consumers', () => {
  const disclosed = parse(sdl).definitions.flatMap((node) =>
    node.kind === Kind.OBJECT_TYPE_DEFINITION && node.interfaces?.some(({ name }) => name.value === 'DisclosedEndpoint')
      ? [node.name.value]
      : [],
  )
  expect(disclosed.length).toBeGreaterThanOrEqual(8)
  disclosed.push('ResolvedIdentity')
  const extending = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@key"])
    ${disclosed.map((type) => `type ${type} @key(fields: "id") { id: ID! fee: Int }`).join('\n')}
    type Consumer @key(fields: "id") { id: ID! plan: String }
    type Query { plans: [Consumer!]! }`
  const { supergraphSdl, errors } = compose(extending)
  expect(errors ?? []).toEqual([])
  for (const type of disclosed) {
    const [, extended] = new RegExp(`^type ${type} ([^}]*)`, 'm').exec(supergraphSdl!)!
    expect(extended, type).toMatch(/graph: SIGNPOST, key: "id", resolvable: false/)
    expect(extended, type).toContain('fee: Int')
  }
})

test('a second subgraph with its own Query.node does not compose: the check can fail', () => {
  const { errors } = compose(orders.replace('order(id: ID!): Order', 'order(id: ID!): Order\n  node(id: ID!): Node'))
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INVALID_FIELD_SHARING'])
})
