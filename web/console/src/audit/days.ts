import { useChoice } from '../parts/location.ts'

/** Midnight of the reader's time zone, `later` days after a day like 2026-11-26; null for any other text. */
function midnight(day: string | null, later = 0): string | null {
  const [, year, month, date] = day?.match(/^(\d{4})-(\d{2})-(\d{2})$/) ?? []
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** A first and a last day from the page's URL, as the range of a list: the whole last day is in it. */
export function useDays() {
  const [from, setFrom] = useChoice('since')
  const [to, setTo] = useChoice('until')
  const [since, until] = [midnight(from), midnight(to, 1)]
  return { from: since && from, to: until && to, setFrom, setTo, since, until }
}
