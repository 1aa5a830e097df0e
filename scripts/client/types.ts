import { compile, type JSONSchema } from 'json-schema-to-typescript'
import type { OpenApi } from '../openapi-document.ts'
import type { ClientOperation } from './operations.ts'

/** The types of what is sent and answered: the document's named schemas, and one for each body and each query. */
export async function clientTypes(document: OpenApi, operations: readonly ClientOperation[]): Promise<string> {
  const sent = operations.flatMap(({ body, query }) => [body, query].filter((one) => one !== undefined))
  const $defs = {
    ...document.components.schemas,
    ...Object.fromEntries(sent.map(({ type, schema }) => [type, schema])),
  }
  const root = JSON.stringify({ title: 'Unused', $defs }).replaceAll('#/components/schemas/', '#/$defs/')
  const types = await compile(JSON.parse(root, withUnknown) as JSONSchema, 'Unused', {
    additionalProperties: false,
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
    bannerComment: '',
    style: { semi: false, singleQuote: true, printWidth: 120 },
  })
  return withoutRoot(types)
}

/** To the compiler, what may be anything is an object. */
const withUnknown = (name: string, value: unknown): unknown =>
  name.startsWith('^') ? { ...(value as object), tsType: 'unknown' } : value

/** The compiler makes a type of the root too, and says of each definition where it stood. */
const withoutRoot = (types: string): string =>
  types
    .replace(/^export (?:interface|type) Unused [^}]*\}\n/m, '')
    .replace(/\/\*\*\n \* This interface was referenced by[^*]*(?:\*(?!\/)[^*]*)*\*\/\n/g, '')
    .trimStart()
