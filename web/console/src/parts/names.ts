import { useQuery } from 'urql'
import { NamesDocument, type NamesQuery } from '../generated/documents.ts'
import { aliasText } from './spelling.ts'

type Named = NonNullable<NamesQuery['nodes'][number]>

function nameOf(node: Named): string | null {
  if ('displayName' in node) return node.displayName ?? node.externalReference ?? null
  if ('value' in node) return aliasText(node)
  if ('url' in node) return node.url
  return 'name' in node ? node.name : null
}

/** The service reads this many records at once. */
const most = 100

export type Names = ReadonlyMap<string, string>

/** The names of own records by their ids; a record without a name, or of somebody else, is absent. */
export function useNames(ids: readonly string[]): Names {
  const asked = [...new Set(ids)].slice(0, most)
  const [{ data }] = useQuery({ query: NamesDocument, variables: { ids: asked }, pause: asked.length === 0 })
  return new Map(
    (data?.nodes ?? []).flatMap((node) => {
      const name = node && nameOf(node)
      return name ? [[node.id, name]] : []
    }),
  )
}
