import { useEffect, useState } from 'react'
import { shortId } from '../parts/id.tsx'
import { isId, pathOfId } from '../parts/places.ts'
import { useSession } from '../session.ts'
import { openPlaces } from '../shell-places.ts'

type FoundPlace = { path: string; name: string; kind: string }

let listed: Promise<readonly FoundPlace[]> | null = null

/** The pages of the documentation that the service serves, in the order of their paths. */
async function readDocs(): Promise<readonly FoundPlace[]> {
  const answer = await fetch('/docs/llms.txt')
  if (!answer.ok) return []
  const lines = (await answer.text()).matchAll(/^- \[(.+)\]\((\S+)\)$/gm)
  return [...lines]
    .map(([, name, path]) => ({ path: path!, name: name!, kind: 'Docs' }))
    .filter(({ path }) => !path.includes('/decisions'))
}

const most = 5

/** Pages of the console and of the docs whose name has every word of the text, and the page of an id. */
export function usePlaces(text: string): FoundPlace[] {
  const { can } = useSession()
  const [docs, setDocs] = useState<readonly FoundPlace[]>([])
  useEffect(() => {
    // They are read once.
    listed ??= readDocs().catch(() => [])
    void listed.then(setDocs)
  }, [])
  if (isId(text)) return [{ path: pathOfId(text), name: shortId(text), kind: 'Record' }]
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const isFound = (name: string) => words.every((word) => name.toLowerCase().includes(word))
  const pages = openPlaces(can).map(({ path, name }) => ({ path, name, kind: 'Page' }))
  return [...pages, ...docs].filter(({ name }) => isFound(name)).slice(0, most)
}
