import { useSyncExternalStore } from 'react'
import type { EventActorType } from '../generated/documents.ts'
import { useCopy } from './notice.tsx'
import { label } from './spelling.ts'

export const shortId = (id: string): string => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id)

/** An id, shortened; pressing it copies the whole. */
export function Id({ value }: { value: string }) {
  const copy = useCopy()
  return (
    <button type="button" className="id" title={value} onClick={() => copy(value, `Copied ${value}`)}>
      <span className="visually-hidden">Copy </span>
      {shortId(value)}
    </button>
  )
}

type Named = { name: string | null; displayName: string | null }

/** Display name of a consumer; null if only its id is known. */
export const consumerName = (record: Named | null | undefined): string | null =>
  record?.displayName ?? record?.name ?? null

/**
 * A consumer by its name, and by its unique id, because names may repeat. Its own colour distinguishes it at a glance.
 */
export function Consumer({ value, record }: { value: string; record?: Named | null | undefined }) {
  const hue = [...value].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  return (
    <span className="consumer">
      <i style={{ '--hue': hue } as React.CSSProperties} aria-hidden="true" />
      {consumerName(record) !== null && <b>{consumerName(record)}</b>}
      <Id value={value} />
    </span>
  )
}

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

type FactProps = { told: string; at?: string | false | null; id?: string | null }

/** One more fact in the line of a record, with its time or its id. Shows nothing without one. */
export const Fact = ({ told, at, id }: FactProps) =>
  (at || id) && (
    <>
      {' '}
      · {told} {at ? <When at={at} /> : <Id value={id!} />}
    </>
  )

const tones: Readonly<Record<string, readonly string[]>> = {
  good: ['ACTIVE', 'ENABLED', 'DELIVERED', 'APPROVED', 'MET', 'USABLE', 'READY', 'COMPLETED'],
  wait: ['WAITING', 'PENDING', 'PENDING_PROOF', 'ERASING', 'QUEUED', 'OPEN', 'AWAITING_SECOND_PROOF', 'SUSPENDED'],
  bad: ['EXHAUSTED', 'AUTO_DISABLED', 'REVOKED', 'FAILED'],
}

const toneOf = (value: string): string => Object.keys(tones).find((tone) => tones[tone]!.includes(value)) ?? 'calm'

/** A state in words; the time at its end is rendered separately. */
export const ToldStatus = ({ told: { tone, text, at } }: { told: { tone: string; text: string; at?: string } }) => (
  <span className={`status ${tone}`}>
    {text}
    {at && <time dateTime={at}>{fullDate(at)}</time>}
  </span>
)

/** The state of a record: a word, and a colour beside it. */
export const Status = ({ value }: { value: string }) => (
  <span className={`status ${toneOf(value)}`}>{label(value)}</span>
)

const ways: Record<string, string> = { cli: 'on the command line', admin_api: 'over the admin interface' }

type ActorProps = { actor: { type: EventActorType; id: string | null; name?: string | null }; isPlain?: boolean }

/** Names the actor of an event or of an entry, as far as the owner is told. */
export function Actor({ actor: { type, id, name }, isPlain = false }: ActorProps) {
  if (type === 'OPERATOR') return <>the operator {ways[id ?? '']}</>
  if (type === 'SYSTEM' && isPlain) return <>the service</>
  if (type === 'SYSTEM') return <>the service itself{id && ` (${id})`}</>
  if (id === null) return <>another consumer</>
  if (isPlain) return <>{name ?? shortId(id)}</>
  if (id.startsWith('apc_')) return <Consumer value={id} />
  return (
    <>
      your key {name && <b>{name}</b>} <Id value={id} />
    </>
  )
}
