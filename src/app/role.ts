/** What a process is for: everything, answering look-ups, or everything but that. */
export const roles = ['all', 'resolver', 'control'] as const
export type Role = (typeof roles)[number]

/** What both need: who the caller is, and its requests for consent. */
const shared = [
  'Query.viewer',
  'Caller.limits',
  'Query.consentRequest',
  'Query.consentRequests',
  'Mutation.requestConsent',
]
const lookUps = ['Query.resolve', 'Query.resolveBulk', 'Query.checkPayee', 'Query.checkPayees']

/** A federation router asks either for the entities that it knows. */
const ofResolver = new Set([...shared, ...lookUps, 'Query._entities'])
const notOfControl = new Set(lookUps)

/** What describes the schema and is no use case. */
const isDescription = (field: string): boolean => /^Query\.(?:__|_service$)|^Mutation\.__/.test(field)

/** Whether a process of this role answers a field of the schema (`Query.resolve`), on any surface. */
export function serves(role: Role, field: string): boolean {
  if (role === 'all' || isDescription(field)) return true
  return role === 'resolver' ? ofResolver.has(field) : !notOfControl.has(field)
}
