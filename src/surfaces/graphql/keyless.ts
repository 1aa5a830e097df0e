import type { FastifyRequest } from 'fastify'
import { type DocumentNode, type OperationDefinitionNode, type SelectionSetNode, visit } from 'graphql'
import { beforeTheKey } from '../../access/before-the-key.ts'
import type { App } from '../../app/context.ts'
import { nobody } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { pageRateOf } from '../http/page-rate.ts'
import { fragmentsOf } from './complexity.ts'

/** What answers without a key. */
const answered = new Set(['__schema', '__typename', '_service'])
/** Of these, what costs more than its name. */
const described = new Set(['__schema', '_service'])

/** The lists of an introspection: what is asked inside of one is answered for each of its members. */
const lists = new Set([
  'types',
  'fields',
  'inputFields',
  'args',
  'enumValues',
  'possibleTypes',
  'interfaces',
  'directives',
])

export const isDescription = (field: string): boolean => answered.has(field)

export const isKeyless = ({ context }: FastifyRequest): boolean => context?.caller === nobody

/** Refuses what could only be read in vain, by its headers. @throws SignpostError api_key_missing */
export function requireKeylessSize({ method, headers }: FastifyRequest): void {
  if (method !== 'POST') return
  const isUnbounded = headers['transfer-encoding'] !== undefined
  if (isUnbounded || Number(headers['content-length'] ?? 0) > beforeTheKey.keylessBodyBytes) {
    throw new SignpostError('api_key_missing')
  }
}

/** Before it is parsed. @throws SignpostError api_key_missing */
export function requireKeylessText(text: unknown): void {
  if (typeof text === 'string' && Buffer.byteLength(text) > beforeTheKey.keylessTextBytes) {
    throw new SignpostError('api_key_missing')
  }
}

/**
 * A document without a key runs when it describes the schema and no more, without aliases and no deeper in lists
 * than the introspection query of the tools.
 * @throws SignpostError api_key_missing · graphql_too_complex · rate_limited
 */
export function admitKeyless(
  app: App,
  request: FastifyRequest,
  { document, operation, fields }: { document: DocumentNode; operation: OperationDefinitionNode; fields: string[] },
): void {
  if (!fields.every((name) => answered.has(name))) throw new SignpostError('api_key_missing')
  if (!fields.some((name) => described.has(name))) return
  if (hasAlias(document) || listDepth(document, operation) > beforeTheKey.keylessLists) {
    throw new SignpostError('graphql_too_complex')
  }
  pageRateOf(app).admit(request.ip, beforeTheKey.descriptionCost)
}

function hasAlias(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Field(node) {
      found ||= node.alias !== undefined
    },
  })
  return found
}

/** INVARIANT (linear): each fragment is measured once. Cycles don't pass the validation. */
function listDepth(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = fragmentsOf(document)
  const measured = new Map<string, number>()
  const depthOf = ({ selections }: SelectionSetNode): number =>
    Math.max(
      0,
      ...selections.map((node) => {
        if (node.kind === 'InlineFragment') return depthOf(node.selectionSet)
        if (node.kind === 'FragmentSpread') return depthOfFragment(node.name.value)
        const below = node.selectionSet ? depthOf(node.selectionSet) : 0
        return below + (node.selectionSet && lists.has(node.name.value) ? 1 : 0)
      }),
    )
  function depthOfFragment(name: string): number {
    const fragment = fragments.get(name)
    const depth = measured.get(name) ?? (fragment ? depthOf(fragment.selectionSet) : 0)
    measured.set(name, depth)
    return depth
  }
  return depthOf(operation.selectionSet)
}

/**
 * Counts each request without a key that ran no document as a failed authentication, once.
 * @returns the error to answer with: `rate_limited` once the network has used up its failures
 */
export function createFailureCount({ limits }: App) {
  const counted = new WeakSet<FastifyRequest>()
  return async (request: FastifyRequest): Promise<SignpostError | null> => {
    if (!isKeyless(request) || counted.has(request)) return null
    counted.add(request)
    try {
      await limits.admitFailure(request.ip)
      return null
    } catch (error) {
      if (error instanceof SignpostError) return error
      throw error
    }
  }
}
