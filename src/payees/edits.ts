/**
 * Whether one edit makes one text of the other: a letter more, less or another, or two neighbours exchanged. Equal texts
 * are not one edit apart. Source: Damerau 1964.
 */
export function isOneEdit(a: string, b: string): boolean {
  const [short, long] = [[...a], [...b]].sort((x, y) => x.length - y.length) as [string[], string[]]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  const rest = (letters: readonly string[], from: number) => letters.slice(from).join('')
  if (long.length > short.length) return rest(short, at) === rest(long, at + 1)
  if (at === short.length) return false
  if (rest(short, at + 1) === rest(long, at + 1)) return true
  return short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2)
}
