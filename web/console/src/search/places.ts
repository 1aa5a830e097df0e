import { useEffect, useState } from 'react'
import { shortId } from '../parts/id.tsx'
import { isId, pathOfId } from '../parts/places.ts'
import { useSession } from '../session.ts'
import { openPlaces } from '../shell-places.ts'
import { type DocsPage, docsPages } from './docs.ts'

export type FoundPlace = { path: string; name: string; kind: string }

const most = 5

/** Pages of the console and of the docs whose name has every word of the text, and the page of an id. */
export function usePlaces(text: string): FoundPlace[] {
  const { can } = useSession()
  const [docs, setDocs] = useState<readonly DocsPage[]>([])
  useEffect(() => void docsPages().then(setDocs), [])
  if (isId(text)) return [{ path: pathOfId(text), name: shortId(text), kind: 'Record' }]
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const isFound = (name: string) => words.every((word) => name.toLowerCase().includes(word))
  const pages = openPlaces(can).map(({ path, name }) => ({ path, name, kind: 'Page' }))
  const shelf = docs
    .filter(({ path }) => !path.includes('/decisions'))
    .map(({ path, title }) => ({ path, name: title, kind: 'Docs' }))
  return [...pages, ...shelf].filter(({ name }) => isFound(name)).slice(0, most)
}
