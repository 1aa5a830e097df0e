import { useCopy } from './clipboard.ts'

const shorten = (id: string): string => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id)

/** An id, shortened; pressing it copies the whole. */
export function Id({ value }: { value: string }) {
  const copy = useCopy()
  return (
    <button type="button" className="id" title={value} onClick={() => copy(value, `Copied ${value}`)}>
      <span className="visually-hidden">Copy </span>
      {shorten(value)}
    </button>
  )
}

/** A consumer has no name that others may know: its own colour tells it apart at a glance. */
export function Consumer({ value }: { value: string }) {
  const hue = [...value].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  return (
    <span className="consumer">
      <i style={{ '--hue': hue } as React.CSSProperties} aria-hidden="true" />
      <Id value={value} />
    </span>
  )
}

export { shorten as shortId }
