import { useSyncExternalStore } from 'react'

/**
 * The place in the page: a path and its choices, both in the fragment, as in `#/identities?status=ACTIVE`. So the page
 * stays one file, and no filter or id is ever sent to a server in a URL.
 */
const whole = (): string => `/${location.hash.replace(/^#?\/?/, '')}`

const pathOf = (): string => whole().split('?', 1)[0]!

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

type Options = { replace?: boolean }

/** The scroll position of each URL, for a return to it. */
const left = new Map<string, number>()
const frames = 40

/** Scrolls to the stored position. The list there is rendered a moment later. */
function returnTo(height: number, tries = frames): void {
  scrollTo(0, height)
  if (Math.abs(scrollY - height) > 1 && tries > 0) requestAnimationFrame(() => returnTo(height, tries - 1))
}
addEventListener('popstate', () => returnTo(left.get(whole()) ?? 0))

export function navigate(to: string, { replace = false }: Options = {}): void {
  const url = `#${to}`
  left.set(whole(), scrollY)
  const isOtherPage = to.split('?')[0] !== pathOf()
  if (replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  if (isOtherPage) scrollTo(0, 0)
  dispatchEvent(new Event('hashchange'))
}

/** For wouter's router. */
export const usePath = (): [string, typeof navigate] => [useSyncExternalStore(subscribe, pathOf), navigate]
usePath.hrefs = (href: string): string => `#${href}`

/** One choice of a page. It is part of the URL: Back undoes it, and a copied URL keeps it. */
export function useChoice(name: string): [string | null, (value: string | null) => void] {
  const query = useSyncExternalStore(subscribe, () => whole().split('?')[1] ?? '')
  const choose = (value: string | null) => {
    const params = new URLSearchParams(query)
    if (value) params.set(name, value)
    else params.delete(name)
    const rest = params.toString()
    navigate(rest ? `${pathOf()}?${rest}` : pathOf())
  }
  return [new URLSearchParams(query).get(name), choose]
}

/** Leaves the page without its filters. */
export const clearChoices = (): void => navigate(pathOf())

/** One of a list, or null: a URL may contain any text. */
export const oneOf = <T extends string>(members: readonly T[], value: string | null): T | null =>
  members.find((member) => member === value) ?? null
