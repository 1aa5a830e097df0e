/**
 * The keys of an owner who ticked that they be kept through reloads: of test mode, of live mode, or both.
 *
 * INVARIANT (only who asks for it): nothing is stored unless the owner ticked it. It is the session storage of one tab,
 * which ends with it, and is emptied by signing out and by every refusal of a key. Whatever ran in this page could read
 * it; the page's policy lets nothing in that isn't its own.
 */
const name = 'signpost.key'

export const keptKeys = (): readonly string[] => sessionStorage.getItem(name)?.split(' ') ?? []

export function keepKeys(keys: readonly string[]): void {
  if (keys.length > 0) sessionStorage.setItem(name, keys.join(' '))
  else sessionStorage.removeItem(name)
}
