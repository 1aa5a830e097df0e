import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql'
import { expect, test } from 'vitest'
import { createSchema } from '../../src/surfaces/graphql/schema.ts'

const schema = createSchema()
/** Of federation, not ours. */
const isForeign = ({ name }: GraphQLNamedType) => name.startsWith('_') || /^(?:federation|link)__/.test(name)
const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type) && !isForeign(type))

/** Object types with an id that `node` does not answer, and why. */
const noNodes: Record<string, string> = {
  Caller: 'the consumer as its key says; Consumer is the Node of that id',
  Change: 'says which record changed: the Node is that record',
  EventActor: 'says who it was',
  IdentityExport: 'all about an identity, which is the Node of that id',
  Removal: 'what was removed is no longer there',
  DisclosureRecord: 'is found along its identity: its table, the largest, has no index of ids',
  DisclosedCryptoWallet: "an owner's endpoint as this payer sees it, by its alias alone",
  DisclosedBankAccount: "an owner's endpoint as this payer sees it, by its alias alone",
  DisclosedMobileMoney: "an owner's endpoint as this payer sees it, by its alias alone",
  DisclosedPaymentPointer: "an owner's endpoint as this payer sees it, by its alias alone",
  DisclosedUpi: "an owner's endpoint as this payer sees it, by its alias alone",
  DisclosedPixKey: "an owner's endpoint as this payer sees it, by its alias alone",
  DisclosedLightningAddress: "an owner's endpoint as this payer sees it, by its alias alone",
  DisclosedOther: "an owner's endpoint as this payer sees it, by its alias alone",
}

test('whatever has an id is a Node, or says why it is none', () => {
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

test('each scalar of our own says what specifies it', () => {
  const scalars = types.filter(isScalarType).filter((type) => !isSpecifiedScalarType(type))
  expect(scalars.map(({ name, specifiedByURL }) => [name, URL.canParse(specifiedByURL ?? '')]).sort()).toEqual([
    ['DateTime', true],
    ['JSON', true],
  ])
})
