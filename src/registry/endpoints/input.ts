import { SignpostError } from '../../kernel/errors.ts'
import { mustBeNumber, optionalOneOf, type Texts } from '../../kernel/input.ts'
import { type PrivacyLevel, privacyLevels } from '../../kernel/privacy.ts'
import type { RecordFilter } from '../filter.ts'
import { type Notes, type NotesInput, readNotes } from '../notes/rules.ts'
import { type Capability, isExactAmount, parseCapabilities } from './capability.ts'
import { type Destination, parseDetails } from './details/details.ts'
import { type EndpointType, ruleOf } from './endpoint-types.ts'
import { type ReleasePolicy, releasePolicies, type WalletProof } from './rules.ts'

/** Undefined if absent. Null clears notes; other nulls are refused. */
export type UpdateEndpointInput = NotesInput &
  Texts<'privacyLevel' | 'release' | 'status'> & { priority?: number | null | undefined; capabilities?: unknown }
export type CreateEndpointInput = Omit<UpdateEndpointInput, 'status'> & {
  identity: string
  type: string
  address: string
  details?: unknown
  proof?: WalletProof | null | undefined
}
/** Filters of own endpoints. */
export type EndpointFilter = RecordFilter & Texts<'identity' | 'status'>

/** The fields of an endpoint that a body, or a line of an import, may set; undefined if absent. */
export type EndpointFields<Status> = Notes & {
  level: PrivacyLevel | undefined
  priority: number | undefined
  capabilities: Capability[] | undefined
  release: ReleasePolicy | undefined
  status: Status | undefined
}

type Sent = { readonly [Field in keyof UpdateEndpointInput]?: unknown }

/** Validates the input alone; a line of an import may name more statuses. @throws SignpostError */
export const readEndpointFields = <Status extends string>(
  sent: Sent,
  statuses: readonly Status[],
): EndpointFields<Status> => ({
  level: optionalOneOf(privacyLevels, sent.privacyLevel, 'privacyLevel'),
  priority: sent.priority === undefined ? undefined : requirePriority(sent.priority),
  capabilities: sent.capabilities === undefined ? undefined : parseCapabilities(sent.capabilities),
  release: optionalOneOf(releasePolicies, sent.release, 'release'),
  status: optionalOneOf(statuses, sent.status, 'status'),
  ...readNotes(sent),
})

/** Reads the destination of an endpoint of this type, normalized, with its details. @throws SignpostError */
export function requireDestination(
  type: EndpointType,
  { address: sent, details }: { address: string; details?: unknown },
  capabilities: readonly Capability[],
): Destination {
  const address = ruleOf(type).normalizes(sent, capabilities)
  return { address, details: parseDetails(type, details, { address, capabilities }) }
}

/**
 * Reads an endpoint's priority; a number that a double can't hold exactly is refused. @throws SignpostError
 * parameter_invalid
 */
function requirePriority(priority: unknown): number {
  if (typeof priority !== 'number' || !Number.isFinite(priority) || !isExactAmount(String(priority))) {
    throw new SignpostError('parameter_invalid', { param: 'priority', rule: mustBeNumber })
  }
  return priority === 0 ? 0 : priority
}
