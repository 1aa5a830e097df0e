import { hasScope, type Scope } from '../../kernel/scopes.ts'
import type { RequestContext } from '../request-context.ts'

type Loader<R> = { load(id: string): Promise<R | null> }

/**
 * The record beside its id: null without an id, and without the scope that reads it, for what stands beside the id is shown
 * all the same. A mutation that selects it needs the scope before anything is written (`nestedReads`).
 */
export const beside =
  <P, R>(
    scope: Scope | null,
    idOf: (parent: P) => string | null | undefined,
    loaderOf: (context: RequestContext) => Loader<R>,
  ) =>
  (parent: P, _: unknown, context: RequestContext): Promise<R | null> | null => {
    const id = idOf(parent)
    if (id === null || id === undefined) return null
    return scope === null || hasScope(context.caller.scopes, scope) ? loaderOf(context).load(id) : null
  }
