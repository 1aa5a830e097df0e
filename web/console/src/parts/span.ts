import { useMemo } from 'react'
import { useFilter } from './filter.tsx'

const spans = [
  ['1', 'Last hour'],
  ['24', 'Last 24 hours'],
  ['168', 'Last 7 days'],
  ['720', 'Last 30 days'],
] as const
const hourMs = 3_600_000

/** The start of the shown records: a choice in the URL, as the range of a list. */
export function useSpan() {
  const span = useFilter('since', spans)
  // One time for all pages of a list.
  const since = useMemo(
    () => (span.value === null ? null : new Date(Date.now() - Number(span.value) * hourMs).toISOString()),
    [span.value],
  )
  const created = useMemo(() => (since === null ? null : { gte: since }), [since])
  return { span, since, created }
}
