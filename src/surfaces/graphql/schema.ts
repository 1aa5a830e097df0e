import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { addResolversToSchema } from '@graphql-tools/schema'
import { type DocumentNode, type EnumTypeDefinitionNode, type GraphQLSchema, isObjectType, parse } from 'graphql'
import { scopesByName } from '../../kernel/scopes.ts'
import { requireRows } from '../operation-rows.ts'
import type { RequestContext } from '../request-context.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { alias } from './resolvers/alias.ts'
import { apiKey } from './resolvers/api-key.ts'
import { audit } from './resolvers/audit.ts'
import { challenge } from './resolvers/challenge.ts'
import { change } from './resolvers/change.ts'
import { claim } from './resolvers/claim.ts'
import { consent } from './resolvers/consent.ts'
import { consentRequest } from './resolvers/consent-request.ts'
import { consumer } from './resolvers/consumer.ts'
import { disclosure } from './resolvers/disclosure.ts'
import { endpoint } from './resolvers/endpoint.ts'
import { event } from './resolvers/event.ts'
import { explanation } from './resolvers/explanation.ts'
import { identity } from './resolvers/identity.ts'
import { identityExport } from './resolvers/identity-export.ts'
import { impact } from './resolvers/impact.ts'
import { limits } from './resolvers/limits.ts'
import { payee } from './resolvers/payee.ts'
import { release } from './resolvers/release.ts'
import { request } from './resolvers/request.ts'
import { resolution } from './resolvers/resolution.ts'
import { root } from './resolvers/root.ts'
import { sandbox } from './resolvers/sandbox.ts'
import { usage } from './resolvers/usage.ts'
import { webhook } from './resolvers/webhook.ts'

const nouns: readonly Resolvers[] = [
  root,
  identity,
  identityExport,
  alias,
  challenge,
  change,
  claim,
  endpoint,
  consent,
  consentRequest,
  disclosure,
  explanation,
  impact,
  consumer,
  resolution,
  payee,
  release,
  limits,
  usage,
  request,
  audit,
  sandbox,
  apiKey,
  webhook,
  event,
]

const folder = fileURLToPath(new URL('../../../schema', import.meta.url))

/** The SDL, a module per noun, as text. */
export const sdlModules: readonly string[] = globSync('*.graphql', { cwd: folder })
  .sort()
  .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))

const documents: DocumentNode[] = sdlModules.map((text) => parse(text))

const enums = documents
  .flatMap(({ definitions }) => definitions)
  .filter((node): node is EnumTypeDefinitionNode => node.kind === 'EnumTypeDefinition')

/** Enum values are lower case inside. Scopes have the spelling of keys. */
const enumResolvers = {
  ...Object.fromEntries(
    enums.map(({ name, values = [] }) => [
      name.value,
      Object.fromEntries(values.map((value) => [value.name.value, value.name.value.toLowerCase()])),
    ]),
  ),
  Scope: scopesByName,
}

type TypeResolvers = Record<string, Record<string, unknown>>

function mergedResolvers(): { types: TypeResolvers; references: TypeResolvers } {
  const types: TypeResolvers = { ...enumResolvers }
  const references: TypeResolvers = {}
  for (const [name, fields] of nouns.flatMap((noun) => Object.entries(noun))) {
    if (!fields || 'parseValue' in fields) {
      types[name] = fields as unknown as Record<string, unknown>
      continue
    }
    const { __resolveReference, ...own } = fields as Record<string, unknown>
    types[name] = { ...types[name], ...own }
    if (__resolveReference) references[name] = { __resolveReference }
  }
  return { types, references }
}

function buildSchema(): GraphQLSchema {
  const { types, references } = mergedResolvers()
  const [first, ...rest] = documents.map((typeDefs) => ({ typeDefs }))
  const subgraph = buildSubgraphSchema([{ ...first!, resolvers: references as never }, ...rest])
  const schema = addResolversToSchema({
    schema: subgraph,
    resolvers: types as never,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  })
  requireRows(schema)
  return schema
}

let built: GraphQLSchema | undefined

/**
 * The federation 2 subgraph with every resolver attached. A resolver without a field is an error; so is a field without a row of
 * operations.ts.
 */
export function createSchema(): GraphQLSchema {
  built ??= buildSchema()
  return built
}

export type AnyResolver = (parent: unknown, args: unknown, context: RequestContext, info: unknown) => unknown

/** The resolver function of a field, as `Type.field`: the one that GraphQL runs. */
export function resolverOf(field: string): AnyResolver {
  const [type = '', name = ''] = field.split('.')
  const parent = createSchema().getType(type)
  const resolver = isObjectType(parent) ? parent.getFields()[name]?.resolve : undefined
  if (!resolver) throw new Error(`The schema has no resolver for ${field}.`)
  return resolver as unknown as AnyResolver
}
