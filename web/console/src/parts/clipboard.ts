import { useNotice } from './notice.tsx'

/** Copies a text, and confirms it; the browser refuses it on a page without TLS from another machine. */
export function useCopy(): (text: string, done: string) => void {
  const notice = useNotice()
  return (text, done) => {
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject()
    copied.then(
      () => notice(done),
      () => notice('The browser does not let this page copy'),
    )
  }
}
