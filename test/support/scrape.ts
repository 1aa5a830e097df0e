/** Values of a scrape by series, as it is written. */
export type Scraped = Map<string, number>

export const metricsToken = 'a token that nobody guesses'.replaceAll(' ', '-')

export function readScrape(text: string): Scraped {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, series, value] = /^(.+) (\S+)$/.exec(line)!
      return [series!, Number(value)]
    }),
  )
}

export async function scrape(url: string, token = metricsToken): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`)
  return answer.text()
}

/** The metrics' own names, without the parts of a histogram. */
export const namesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!))

/** Returns the increase of counters and observations between two scrapes, without durations. */
export function counted(before: Scraped, after: Scraped): Record<string, number> {
  const isCount = (series: string) =>
    /^signpost_\w+?(?:_total|_count)(?:\{|$)/.test(series) && !/event_loop/.test(series)
  const rises = [...after].map(([series, value]) => [series, value - (before.get(series) ?? 0)] as const)
  return Object.fromEntries(rises.filter(([series, rise]) => isCount(series) && rise !== 0))
}
