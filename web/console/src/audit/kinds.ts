import { kinds } from '../../../../src/events/kinds.ts'

const isOfConsumers = (sides: object): boolean => Object.keys(sides).some((side) => side !== 'operator')

const changes = Object.entries(kinds).flatMap(([kind, sides]) => (isOfConsumers(sides) ? [kind] : []))
const disclosures = ['disclosure.resolve', 'disclosure.check', 'disclosure.destination', 'disclosure.release']

const familyOf = (kind: string): string => `${kind.split('.')[0]}.*`

/** The kinds of a consumer's log, each family before its members. Disclosures are in the log of one identity. */
export function kindOptions(subject: string | null): readonly string[] {
  const all = subject?.startsWith('idn_') ? [...changes, ...disclosures] : changes
  return Object.entries(Object.groupBy(all, familyOf)).flatMap(([family, members]) => [family, ...members!])
}
