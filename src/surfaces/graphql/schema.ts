import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { addResolversToSchema } from '@graphql-tools/schema'
import {
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type GraphQLSchema,
  isObjectType,
  Kind,
  parse,
  print,
  visit,
} from 'graphql'
import { scopesByName } from '../../kernel/scopes.ts'
import { ending } from '../../observability/tracing.ts'
import { requireRows } from '../operation-rows.ts'
import type { RequestContext } from '../request-context.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { access } from './resolvers/access.ts'
import { consent } from './resolvers/consent.ts'
import { ownership } from './resolvers/ownership.ts'
import { registry } from './resolvers/registry.ts'
import { resolution } from './resolvers/resolution.ts'
import { root } from './resolvers/root.ts'
import { webhooks } from './resolvers/webhooks.ts'

const rooms: readonly Resolvers[] = [root, registry, ownership, consent, resolution, access, webhooks]

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
  for (const [name, fields] of rooms.flatMap((room) => Object.entries(room))) {
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
  readByThemselves(schema)
  return schema
}

/** The mutations of one document run one after another: each reads the records of its answer itself. */
function readByThemselves(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    const resolve = field.resolve!
    field.resolve = (parent, args, context: RequestContext, info) => {
      context.forgetRecords()
      return resolve(parent, args, context, info)
    }
  }
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

/** The types whose fields are use cases: the roots, and the types whose fields have REST routes. */
const traced = ['Query', 'Mutation', 'Identity', 'Caller']

const done = new WeakSet<GraphQLSchema>()

/** Gives every use case's resolver a span, `Type.field`, on either surface. Fields without a resolver cost nothing. */
export function traceResolvers(schema: GraphQLSchema): void {
  if (done.has(schema)) return
  done.add(schema)
  for (const name of traced) {
    const type = schema.getType(name)
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field
      if (!resolve) continue
      field.resolve = (parent, args, context: RequestContext, info) => {
        const { tracing } = context.app
        if (!tracing) return resolve(parent, args, context, info)
        const span = tracing.start(`${name}.${field.name}`)
        return tracing.within(span, () => ending(span, () => resolve(parent, args, context, info)))
      }
    }
  }
}

const ofTheLanguage = new Set(['deprecated', 'specifiedBy', 'oneOf'])

/** Removes the directives of federation, for the compilers of clients. */
function withoutFederation(document: DocumentNode): DocumentNode {
  return visit(document, {
    SchemaExtension: () => null,
    Directive: ({ name }) => (ofTheLanguage.has(name.value) ? undefined : null),
    ObjectTypeExtension: (node) => ({ ...node, kind: Kind.OBJECT_TYPE_DEFINITION }),
  })
}

/** Merges the fields of a type that several modules extend. */
function inOnePiece({ definitions, ...document }: DocumentNode): DocumentNode {
  const types = new Map<string, DocumentNode['definitions'][number]>()
  for (const one of definitions) {
    if (!('name' in one) || one.name === undefined) continue
    const before = types.get(one.name.value)
    const isObject = one.kind === Kind.OBJECT_TYPE_DEFINITION && before?.kind === Kind.OBJECT_TYPE_DEFINITION
    types.set(
      one.name.value,
      isObject ? { ...one, ...before, fields: [...(before.fields ?? []), ...(one.fields ?? [])] } : one,
    )
  }
  return { ...document, definitions: [...types.values()] }
}

let printed: string | undefined

/** Prints the schema without the parts that only routers need. */
export function plainSdl(): string {
  printed ??= `${print(inOnePiece(withoutFederation(parse(sdlModules.join('\n')))))}\n`
  return printed
}
