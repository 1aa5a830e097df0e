import { randomBytes } from 'node:crypto'

const setting = 'signpost.connection'

/** Shared by all connections of this process. */
const token = randomBytes(6).toString('hex')

/**
 * Adds a setting of ours to a connection's start, which reaches only the server itself: a pooler refuses an unknown
 * setting, or drops it.
 */
export function beginningDirectly(url: string): string {
  const told = new URL(url)
  const options = [told.searchParams.get('options'), `-c ${setting}=${token}`]
  told.searchParams.set('options', options.filter((option) => option !== null).join(' '))
  return told.href
}

/** Checks that the answering session has the setting. */
export const isBegunDirectly = `coalesce(current_setting('${setting}', true) = '${token}', false)`

/** Checks that a connection was refused because of the setting. */
export const isRefusedByPooler = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message)
