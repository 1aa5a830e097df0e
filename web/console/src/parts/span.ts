import { useMemo } from 'react'
import { oneOf, useChoice } from './location.ts'

const spans = ['1', '24', '168', '720'] as const
export const spanOptions = [
  ['1', 'Last hour'],
  ['24', 'Last 24 hours'],
  ['168', 'Last 7 days'],
  ['720', 'Last 30 days'],
] as const
const hourMs = 3_600_000

/** The start of the shown records: a choice in the URL, as the range of a list. */
export function useSpan() {
  const [chosen, setSpan] = useChoice('since')
  const span = oneOf(spans, chosen)
  // One time for all pages of a list.
  const since = useMemo(
    () => (span === null ? null : new Date(Date.now() - Number(span) * hourMs).toISOString()),
    [span],
  )
  const created = useMemo(() => (since === null ? null : { gte: since }), [since])
  return { span, setSpan, since, created }
}
