import { useEffect, useState } from 'react'
import { type Client, type CombinedError, useClient } from 'urql'
import { SearchDocument, type SearchQuery } from '../generated/documents.ts'
import { shortId } from '../parts/facts.tsx'
import { isId, pathOfId } from '../parts/places.ts'
import { useSession } from '../session.ts'
import { openPlaces } from '../shell-places.ts'

export type Found = SearchQuery['identities']['edges'][number]['node']
export type Answer = { nodes: Found[]; error: CombinedError | undefined }

const pauseMs = 250

/** A refusal of the text, such as half an address, finds nothing, and is no failure. */
const isFailure = (error: CombinedError | undefined): error is CombinedError =>
  error !== undefined &&
  (error.networkError !== undefined ||
    error.graphQLErrors.some(({ extensions }) => extensions?.type !== 'invalid_request_error'))

/** The searched fields of an identity: an alias, the beginning of its name, its reference. */
async function find(client: Client, text: string, aliases: boolean): Promise<Answer> {
  const by = [{ alias: text }, { displayName: text }, { externalReference: text }]
  const none = { alias: null, displayName: null, externalReference: null }
  const answers = await Promise.all(
    by.map((one) => client.query(SearchDocument, { ...none, ...one, aliases }, { requestPolicy: 'network-only' })),
  )
  const found = answers.flatMap(({ data }) => data?.identities.edges.map(({ node }) => node) ?? [])
  const nodes = found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index)
  return { nodes, error: answers.map(({ error }) => error).find(isFailure) }
}

/** The results for the text, after a pause in typing; null without a search. */
export function useSearch(text: string, aliases: boolean): Answer | null {
  const client = useClient()
  const [found, setFound] = useState<(Answer & { text: string }) | null>(null)
  useEffect(() => {
    if (text === '') return
    let isOver = false
    const timer = setTimeout(async () => {
      const answer = await find(client, text, aliases)
      if (!isOver) setFound({ text, ...answer })
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, text, aliases])
  return found?.text === text ? found : null
}

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
