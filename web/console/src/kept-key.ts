/**
 * The key of an owner who ticked that it be kept through reloads.
 *
 * INVARIANT (only who asks for it): nothing is stored unless the owner ticked it. It is the session storage of one tab,
 * which ends with it, and is emptied by signing out and by every refusal of the key. Whatever ran in this page could read
 * it; the page's policy lets nothing in that isn't its own.
 */
const name = 'signpost.key'

export const keptKey = (): string | null => sessionStorage.getItem(name)
export const keepKey = (key: string): void => sessionStorage.setItem(name, key)
export const forgetKey = (): void => sessionStorage.removeItem(name)
