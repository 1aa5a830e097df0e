import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type AnyVariables, type CombinedError, useMutation } from 'urql'
import { useNotice } from './notice.tsx'

/** Every list and every record on the page: whatever is on the screen is asked for again after a write. */
const everything = { additionalTypenames: ['PageInfo', 'Identity', 'Webhook', 'Claim'] }

export type Act<D, V> = {
  /** Writes, then says so, and offers what undoes it. @returns what came back, or null after a refusal, which is then in `error` */
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
