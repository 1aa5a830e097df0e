import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from '../../kernel/errors.ts'
import type { Removed } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scopes.ts'
import type { Connection } from '../graphql/connection.ts'
import type { MutationResolvers, QueryResolvers, Resolvers } from '../graphql/generated/resolvers.ts'
import { rowOf } from '../operation-rows.ts'
import type { Needed } from '../prices.ts'
import type { RequestContext } from '../request-context.ts'
import { list, removal } from './schema-parts.ts'

type FunctionIn<R> = Extract<R, (...args: never[]) => unknown>
type ArgsOf<R> =
  FunctionIn<NonNullable<R>> extends (parent: never, args: infer A, ...rest: never[]) => unknown ? A : never

type Nouns = {
  Query: QueryResolvers
  Mutation: MutationResolvers
  Identity: NonNullable<Resolvers['Identity']>
  Caller: NonNullable<Resolvers['Caller']>
}

/** A field of the schema, as `Type.field`. A misspelt one doesn't compile. */
export type Field = {
  [T in keyof Nouns]: `${T}.${Exclude<keyof Nouns[T] & string, `__${string}`>}`
}[keyof Nouns]

type ResolverOf<F extends Field> = F extends `${infer T}.${infer N}`
  ? T extends keyof Nouns
    ? N extends keyof Nouns[T]
      ? Nouns[T][N]
      : never
    : never
  : never

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof ParamsOf<`/${Rest}`>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, string>

/** Input of the arguments of a row. `query` has text; the body is already validated. */
export type Sent<Path extends string, B extends TSchema, Q extends string> = {
  params: ParamsOf<Path>
  body: Static<B>
  query: { [K in Q]?: string | undefined }
}

export type Verb = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export type Row<
  F extends Field = Field,
  Path extends string = string,
  B extends TSchema = TSchema,
  Q extends string = string,
> = {
  /** The schema field whose resolver answers: its row of operations.ts has the scope. */
  maps: F
  summary: string
  /** 200 when absent. */
  status?: 201 | 202
  /** The error if the resolver answers null; `resource_missing` by default. */
  missing?: ErrorCode
  /** Statuses of refusals beyond those of its kind (openapi.ts). */
  refuses?: readonly number[]
  /** True for a response with 202 instead of `status`: accepted, but not done yet. */
  isPending?: (result: never) => boolean
  body?: B
  /** Example of a body, for the OpenAPI document and the collection. */
  example?: object
  /** A route with an optional body. */
  bodyOptional?: boolean
  /** The query parameters that the route takes: their schemas, which serve only as descriptions. */
  query?: Record<Q, TSchema>
  /** Its body may be 128 KiB instead of 64, and its answer is written in slices. */
  isBulk?: boolean
  /** Its answer may be large: it is written in slices. */
  inSlices?: boolean
  args: (sent: Sent<Path, B, Q>) => ArgsOf<ResolverOf<F>>
  /** Reads further values that the view shows with the record. */
  reads?: (result: unknown, context: RequestContext) => Promise<void>
  /** The record as JSON: a value, or its text. Its type comes from the resolver. */
  view: (result: never, context: RequestContext, url: string) => unknown
  answers: TSchema
}

/** A row with its parsed verb and path, without its types. */
export type Route = Omit<Row, 'args' | 'view' | 'isPending'> & {
  scope: Needed
  also?: readonly Scope[]
  verb: Verb
  path: string
  args: (sent: { params: Record<string, string>; body: unknown; query: Record<string, string | undefined> }) => unknown
  view: (result: unknown, context: RequestContext, url: string) => unknown
  isPending?: (result: unknown) => boolean
}

export function route<F extends Field, Path extends string, B extends TSchema = TSchema, Q extends string = never>(
  at: `${Verb} ${Path}`,
  row: Row<F, Path, B, Q>,
): Route {
  const [verb, path] = at.split(' ') as [Verb, string]
  const { scope, also } = rowOf(row.maps)
  return { ...row, scope, ...(also && { also }), verb, path } as unknown as Route
}

/** The parts of a row that say what it answers. */
export type Answering = Pick<Row, 'answers' | 'view' | 'reads'>

/** A record of answers: its schema, its view, and the reader of what the view shows besides. */
type Shown<View> = { schema: TSchema; view: View } & Pick<Row, 'reads'>

/** Answers with a record. */
export const shows = ({ schema, view, reads }: Shown<Row['view']>): Answering => ({
  answers: schema,
  view,
  ...(reads && { reads }),
})

/** Answers with a list of records. */
export const lists = ({ schema, view, reads }: Shown<(record: never) => unknown>): Answering => ({
  answers: list(schema),
  view: ({ edges, hasMore }: Connection<never>, _, url) => ({
    object: 'list',
    url: url.split('?')[0],
    has_more: hasMore,
    data: edges.map(({ node }) => view(node)),
  }),
  ...(reads && { reads }),
})

/** Answers that a record is removed. */
export const removes = (object: string): Answering => ({
  answers: removal,
  view: ({ id, livemode }: Removed) => ({ id, object, livemode, deleted: true }),
})

/** The headings of the OpenAPI document, in their order. */
export const groups = ['Resolution', 'Registry', 'Consent', 'Webhooks', 'This caller'] as const

/** A noun of REST: its rows, with their descriptions for documents. */
export type Noun = {
  group: (typeof groups)[number]
  /** Description of each tag. The first step of a path is its tag. */
  tags: Readonly<Record<string, string>>
  /**
   * The variable of the shell for an id in printed commands: by a path's first step or parameter, or the id's prefix.
   */
  variables: Readonly<Record<string, string>>
  /** Records of the answers. Each name is a component in the OpenAPI document. */
  records: Readonly<Record<string, TSchema>>
  routes: readonly Route[]
}
