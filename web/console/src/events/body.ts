import { isId } from '../parts/places.ts'

type Sent = { id: string; livemode: boolean; type: string; data: unknown; createdAt: string }

/** The body of a delivery, formatted for reading: the sent bytes have no spaces. */
export const bodyOf = ({ id, livemode, type, data, createdAt }: Sent): string =>
  JSON.stringify({ id, type, created: Math.floor(Date.parse(createdAt) / 1_000), livemode, data }, null, 2)

/** The public ids in the data of an event, the record that it is about first. */
export function idsIn(data: unknown): string[] {
  const found = new Set<string>()
  JSON.stringify(data, (_, value) => {
    if (typeof value === 'string' && isId(value)) found.add(value)
    return value
  })
  return [...found]
}
