import { useEffect, useState } from 'react'
import { type Client, type CombinedError, useClient } from 'urql'
import { SearchDocument, type SearchQuery } from '../generated/documents.ts'

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
