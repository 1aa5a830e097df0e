import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { shortId } from '../parts/id.tsx'
import { Problem } from '../parts/problem.tsx'
import { aliasText, identityTypes } from '../parts/spelling.ts'
import { Status } from '../parts/status.tsx'
import { useSession } from '../session.ts'
import { type Found, useSearch } from './search.ts'

const isId = (text: string): boolean => /^idn_\w{26}$/.test(text)

/** Finds an identity by an alias, a name or a reference. Enter opens the first, the arrow keys move through them. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { can } = useSession()
  const [text, setText] = useState('')
  const [, go] = useLocation()
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // The browser gives the focus to the dialog's first button.
  useEffect(() => field.current?.focus(), [])
  const sought = text.trim()
  const found = useSearch(isId(sought) ? '' : sought, can('aliases:read'))

  const open = (id: string) => {
    onClose()
    go(`/identities/${id}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      if (isId(sought)) open(sought)
      else if (found?.nodes[0]) open(found.nodes[0].id)
    }
    moveFocus(event, list.current)
  }
  return (
    <Dialog title="Find an identity" onClose={onClose} isWide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go from the field through what was found. */}
      <div className="body" onKeyDown={onKeyDown}>
        <Field label="Alias, name, reference or id" hint="Your own identities. Enter opens the first.">
          {(id, describedBy) => (
            <input
              ref={field}
              id={id}
              value={text}
              onChange={(event) => setText(event.target.value)}
              aria-describedby={describedBy}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <div aria-live="polite">
          {found?.nodes.length === 0 && !found.error && <p className="quiet">Nothing of yours is found.</p>}
        </div>
        <Problem error={found?.error} />
        <ul ref={list} className="found">
          {found?.nodes.map((identity) => (
            <FoundItem key={identity.id} identity={identity} onClose={onClose} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const FoundItem = ({ identity, onClose }: { identity: Found; onClose: () => void }) => {
  const { id, type, status, displayName, primaryAlias } = identity
  return (
    <li>
      <Link href={`/identities/${id}`} className="row" onClick={onClose}>
        <span className="who">
          <strong>{displayName ?? shortId(id)}</strong>
          <span className="quiet">{primaryAlias ? aliasText(primaryAlias) : identityTypes[type]}</span>
        </span>
        <Status value={status} />
      </Link>
    </li>
  )
}

function moveFocus(event: KeyboardEvent, list: HTMLUListElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const links = [...(list?.querySelectorAll('a') ?? [])]
  if (step === undefined || links.length === 0) return
  event.preventDefault()
  const next = links.indexOf(document.activeElement as HTMLAnchorElement) + step
  links[Math.max(0, Math.min(links.length - 1, next))]!.focus()
}
