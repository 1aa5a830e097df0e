/**
 * Keys that an owner chose to store through reloads: of test mode, of live mode, or both.
 *
 * INVARIANT (only who asks for it): nothing is stored unless the owner ticked it. It is the session storage of one tab,
 * which ends with it, and is cleared by signing out and by every refusal of a key. Any script of this page could read
 * it; the page's policy allows only its own scripts.
 */
const name = 'signpost.key'

export const keptKeys = (): readonly string[] => sessionStorage.getItem(name)?.split(' ') ?? []

export function keepKeys(keys: readonly string[]): void {
  if (keys.length > 0) sessionStorage.setItem(name, keys.join(' '))
  else sessionStorage.removeItem(name)
}
