import { type DocumentNode, Kind, parse, print, visit } from 'graphql'
import { sdlModules } from './schema.ts'

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
