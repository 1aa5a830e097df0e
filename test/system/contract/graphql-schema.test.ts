import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql'
import { expect, test } from 'vitest'
import { scopes, scopesByName } from '../../../src/kernel/scopes.ts'
import { endpointTypeNames } from '../../../src/registry/endpoints/endpoint-types.ts'
import { disclosedName } from '../../../src/registry/endpoints/types/table.ts'
import { createSchema, resolverOf } from '../../../src/surfaces/graphql/schema.ts'

const schema = createSchema()
/** Of federation, not ours. */
const isForeign = ({ name }: GraphQLNamedType) => name.startsWith('_') || /^(?:federation|link)__/.test(name)
const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type) && !isForeign(type))

/** Object types with an id that `node` does not answer, and why. */
const noNodes: Record<string, string> = {
  AuditActor: 'says who it was',
  AuditEntry: 'is no record of the registry: it tells what was done to one',
  Caller: 'the consumer as its key says; Consumer is the Node of that id',
  Change: 'says which record changed: the Node is that record',
  EventActor: 'says who it was',
  IdentityExport: 'all about an identity, which is the Node of that id',
  Removal: 'what was removed is no longer there',
  DisclosureRecord: 'is found along its identity: its table, the largest, has no index of ids',
  ResolvedIdentity: "an owner's identity as this payer sees it, by its alias alone",
  RequestRecord: 'is no record of the registry: most requests have none, and the list finds the others',
  ExplainedGrant: "the owner's own grant as an explanation read it, in one moment with all else",
  ...Object.fromEntries(
    [...endpointTypeNames, 'other'].map((type) => [
      disclosedName(type),
      "an owner's endpoint as this payer sees it, by its alias alone",
    ]),
  ),
}

test('every type with an id is a Node, or has a reason', () => {
  const isNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node')
  const withId = types.filter(isObjectType).filter((type) => type.getFields().id)
  expect(
    withId
      .filter((type) => !isNode(type))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(noNodes).sort())
})

test('everything in the schema is described: types, fields, arguments, input fields and enum values', () => {
  const described = types.flatMap((type) => [
    { at: type.name, description: type.description },
    ...(isEnumType(type) ? type.getValues().map((value) => ({ ...value, at: `${type.name}.${value.name}` })) : []),
    ...(isInputObjectType(type) || isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields()).map((field) => ({ ...field, at: `${type.name}.${field.name}` }))
      : []),
    ...(isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields()).flatMap((field) =>
          field.args.map((argument) => ({ ...argument, at: `${type.name}.${field.name}(${argument.name})` })),
        )
      : []),
  ])
  expect(described.length).toBeGreaterThan(1_000)
  const ofFederation = /^Query\._/
  expect(
    described.filter(({ at, description }) => !ofFederation.test(at) && !description?.trim()).map(({ at }) => at),
  ).toEqual([])
})

test('each custom scalar has its specification', () => {
  const scalars = types.filter(isScalarType).filter((type) => !isSpecifiedScalarType(type))
  expect(scalars.map(({ name, specifiedByURL }) => [name, URL.canParse(specifiedByURL ?? '')]).sort()).toEqual([
    ['DateTime', true],
    ['JSON', true],
  ])
})

const outputs = types.filter((type) => isObjectType(type) || isInterfaceType(type))
const fieldsOf = outputs.flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({ ...field, at: `${type.name}.${field.name}` })),
)

/** Ids whose names were given: by the customer's document (`disclosure.consumer`), and by the input that they repeat. */
const named = ['Disclosure.consumer', 'ConsentCovers.aliases', 'ConsentCovers.endpoints', 'ConsentGrant.release']

test('one fact has one name: a field that is a plain id ends in Id, a noun is the record', () => {
  const ids = fieldsOf.filter(({ type }) => getNamedType(type).name === 'ID')
  const others = ids.filter(({ name }) => name !== 'id' && !/Ids?$/.test(name))
  expect(others.map(({ at }) => at).sort()).toEqual([...named].sort())
  expect(fieldsOf.filter(({ name }) => name.endsWith('Record')).map(({ at }) => at)).toEqual([])
  for (const noun of ['identity', 'alias', 'consumer', 'grant', 'webhook', 'event']) {
    const plain = fieldsOf.filter(({ name, at }) => name === noun && !/^(?:Query|Mutation|Disclosure)\./.test(at))
    const leaves = plain.filter(({ type }) => !isObjectType(getNamedType(type)))
    // The alias of a resolution is its text, by which routers know it.
    expect(leaves.map(({ at }) => at).sort()).toEqual(
      noun === 'alias' ? ['BulkResolveEntry.alias', 'Resolution.alias'] : [],
    )
  }
})

test('every connection has its records as nodes, too', () => {
  const connections = outputs.filter(({ name }) => name.endsWith('Connection'))
  expect(connections.length).toBeGreaterThan(10)
  for (const connection of connections) {
    const { nodes, edges } = connection.getFields()
    const edge = getNamedType(edges!.type) as GraphQLObjectType
    expect(`${connection.name}: ${nodes?.type}`).toBe(`${connection.name}: [${edge.getFields().node!.type}]!`)
  }
})

test('scopes and types of endpoints are enums of their catalogues, on the way in and out', () => {
  const valuesOf = (name: string) => {
    const type = schema.getType(name)
    return isEnumType(type) ? type.getValues().map(({ name, value }) => [name, value]) : []
  }
  expect(valuesOf('Scope')).toEqual(Object.entries(scopesByName))
  expect(valuesOf('Scope').map(([, value]) => value)).toEqual(Object.keys(scopes))
  expect(valuesOf('EndpointType').map(([, value]) => value)).toEqual(endpointTypeNames)
  for (const at of ['ApiKey', 'Caller', 'CreateApiKeyInput']) {
    const type = schema.getType(at)
    const fields = isObjectType(type) || isInputObjectType(type) ? type.getFields() : {}
    expect(`${at}: ${fields.scopes?.type}`).toBe(`${at}: [Scope!]!`)
  }
})

test('a stored value that its enum lacks is left out: an endpoint with its count, a scope', async () => {
  const known = { id: 'end_1', type: 'upi', capabilities: [] }
  const shown = {
    endpoints: [known, { id: 'end_2', type: 'voucher', capabilities: [] }],
    ids: ['1', '2'],
    snapshot: null,
  }
  const disclosure = { consumer: 'apc_1', totalEndpoints: 3, disclosed: 2 }
  const record = { status: 'resolved', shown, disclosure }
  const services = { resolution: { chooseFor: async () => shown.endpoints } }
  for (const type of ['Resolution', 'BulkResolveEntry']) {
    const ask = (field: string, args = {}) =>
      resolverOf(`${type}.${field}`)(record, args, { services, app: {} } as never, null)
    expect(await ask('endpoints')).toEqual([known])
    expect(await ask('endpoints', { for: { asset: 'EUR' } })).toEqual([known])
    expect(ask('disclosure')).toEqual({ ...disclosure, disclosed: 1, visible: null })
  }
  for (const type of ['ApiKey', 'Caller'])
    expect(resolverOf(`${type}.scopes`)({ scopes: ['resolve', 'fly', '*'] }, {}, { app: {} } as never, null)).toEqual([
      'resolve',
      '*',
    ])
})
