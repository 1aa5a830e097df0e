import { type ReactNode, useEffect, useRef } from 'react'

/**
 * The heading of a view. It takes the focus when the view opens, so that a keyboard or a screen reader starts there.
 */
export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Signpost`
  }, [title])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
      {children}
    </h1>
  )
}

/** After the dialog with the focus is gone. */
export const focusHeading = () => requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus())
