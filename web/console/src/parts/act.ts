import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type AnyVariables, type CombinedError, useMutation } from 'urql'
import { useNotice } from './notice.tsx'

/** All lists and records on the page are read again after a write. */
const everything = { additionalTypenames: ['PageInfo', 'Identity', 'Webhook', 'Claim', 'Explanation'] }

export type Act<D, V> = {
  /**
   * Writes, then confirms it, and offers to undo it. @returns the result, or null after a refusal, which is then in
   * `error`
   */
  act: (variables: V, done?: string, undo?: V) => Promise<D | null>
  isBusy: boolean
  error: CombinedError | undefined
}

export function useAct<D, V extends AnyVariables>(document: TypedDocumentNode<D, V>): Act<D, V> {
  const [{ fetching, error }, run] = useMutation<D, V>(document)
  const notice = useNotice()
  async function act(variables: V, done?: string, undo?: V): Promise<D | null> {
    const result = await run(variables, everything)
    if (result.error) return null
    if (done) notice(done, false, undo && (() => act(undo, 'Undone')))
    return result.data ?? null
  }
  return { isBusy: fetching, error, act }
}
