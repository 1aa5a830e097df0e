import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'

/**
 * The heading of a view. It takes the focus when the view opens, so that a keyboard or a screen reader starts there.
 */
export function Heading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Signpost`
  }, [title])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}

/** After the dialog with the focus is gone. */
export const focusHeading = () => requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus())

/** The way back to where a page was opened. */
export const Back = ({ href, name }: { href: string; name: string }) => (
  <Link href={href} className="back">
    <ArrowLeft />
    {name}
  </Link>
)
