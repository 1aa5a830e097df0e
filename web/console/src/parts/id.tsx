import { useCopy } from './clipboard.ts'

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
