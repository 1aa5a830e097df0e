import { useSyncExternalStore } from 'react'

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
export function distance(at: string): string {
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1_000)
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / size), unit)
}

/** True if times are written out, for readers who can't point at them. The choice lasts until the page is closed. */
let isWrittenOut = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function useTimes() {
  const isFull = useSyncExternalStore(subscribe, () => isWrittenOut)
  const toggle = () => {
    isWrittenOut = !isWrittenOut
    for (const tell of listeners) tell()
  }
  return { isFull, toggle }
}

/** The distance to a time; the time itself, with its zone, on hover or if times are written out. */
export function When({ at }: { at: string }) {
  const { isFull } = useTimes()
  const text = full.format(new Date(at))
  return (
    <time dateTime={at} title={isFull ? distance(at) : text}>
      {isFull ? `${text} (${distance(at)})` : distance(at)}
    </time>
  )
}

/** A time of day beside a date. */
export function Clock({ at }: { at: string }) {
  const { isFull } = useTimes()
  const text = full.format(new Date(at))
  return (
    <time dateTime={at} title={isFull ? distance(at) : `${text}, ${distance(at)}`}>
      {isFull ? text : clock.format(new Date(at))}
    </time>
  )
}

/** The time zone of displayed times. */
export const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

export const dayOf = (at: string): string => day.format(new Date(at))
export const hourOf = (at: string): string => hour.format(new Date(at))
/** For counts by days of UTC. */
export const utcDayOf = (at: string): string => utcDay.format(new Date(at))
export const fullDate = (at: string): string => full.format(new Date(at))
