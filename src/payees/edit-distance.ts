import { steps } from './steps.ts'

/** The numbers of equal characters from the start and from the end. The two may overlap. */
export function sameEnds<T>(a: readonly T[], b: readonly T[], isSame: (x: T, y: T) => boolean) {
  const most = Math.min(a.length, b.length)
  let [first, last] = [0, 0]
  while (first < most && isSame(a[first]!, b[first]!)) first++
  while (last < most && isSame(a[a.length - 1 - last]!, b[b.length - 1 - last]!)) last++
  return { first, last }
}

/**
 * True if one edit turns one text into the other: a letter inserted, deleted or replaced, or two neighbours exchanged.
 * Equal texts are not one edit apart. Source: Damerau 1964.
 */
export function isOneEdit(a: string, b: string): boolean {
  const [short, long] = [[...a], [...b]].sort((x, y) => x.length - y.length) as [string[], string[]]
  steps.letters += short.length + long.length
  const { first, last } = sameEnds(short, long, (x, y) => x === y)
  const end = Math.min(last, short.length - first)
  const [of, to] = [short.length - first - end, long.length - first - end]
  if (to === 1) return true
  return of === 2 && to === 2 && short[first] === long[first + 1] && short[first + 1] === long[first]
}
