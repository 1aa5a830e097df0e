const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const hour = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
const utcDay = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** "in 3 days", "2 hours ago". */
export function distance(at: string, now = Date.now()): string {
  const seconds = Math.round((new Date(at).getTime() - now) / 1_000)
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / size), unit)
}

export const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={full.format(new Date(at))}>
    {distance(at)}
  </time>
)

export const Clock = ({ at }: { at: string }) => (
  <time dateTime={at} title={full.format(new Date(at))}>
    {clock.format(new Date(at))}
  </time>
)

export const dayOf = (at: string): string => day.format(new Date(at))
export const hourOf = (at: string): string => hour.format(new Date(at))
/** Of what is counted by days of UTC. */
export const utcDayOf = (at: string): string => utcDay.format(new Date(at))
export const fullDate = (at: string): string => full.format(new Date(at))
