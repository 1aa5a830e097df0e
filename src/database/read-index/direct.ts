import { randomBytes } from 'node:crypto'

const setting = 'signpost.connection'

/** Of every connection of this process. */
const token = randomBytes(6).toString('hex')

/**
 * Has a connection begin with a setting of ours, which only reaches the server that it is made to: a pooler refuses what it
 * doesn't know as a connection begins, or leaves it out.
 */
export function beginningDirectly(url: string): string {
  const told = new URL(url)
  const options = [told.searchParams.get('options'), `-c ${setting}=${token}`]
  told.searchParams.set('options', options.filter((option) => option !== null).join(' '))
  return told.href
}

/** Checks that the answering session was begun with the setting. */
export const isBegunDirectly = `coalesce(current_setting('${setting}', true) = '${token}', false)`

/** Checks whether a connection was refused because of the setting. */
export const isRefusedByPooler = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message)
