import { Search } from 'lucide-react'
import { type KeyboardEvent as KeyPress, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Client, type CombinedError, useClient } from 'urql'
import { Link } from 'wouter'
import { SearchDocument, type SearchQuery } from '../generated/documents.ts'
import { CloseContext, Dialog, useClose } from '../parts/dialog.tsx'
import { Status, shortId } from '../parts/facts.tsx'
import { TextField } from '../parts/field.tsx'
import { navigate } from '../parts/location.ts'
import { isId, pathOfId } from '../parts/places.ts'
import { Problem } from '../parts/problem.tsx'
import { aliasText, identityTypes } from '../parts/spelling.ts'
import { useSession } from '../session.ts'
import { openPlaces } from '../shell-places.ts'

/** Finds identities, ids of any kind, pages and docs. Enter opens the first, the arrow keys move through them. */
function SearchDialog() {
  const close = useClose()
  const { can } = useSession()
  const [text, setText] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // The browser gives the focus to the dialog's first button.
  useEffect(() => field.current?.focus(), [])
  const sought = text.trim()
  const mayFind = can('identities:read') && !isId(sought)
  const found = useSearch(mayFind ? sought : '', can('aliases:read'))
  const isFound = found !== null || !mayFind
  const places = usePlaces(isFound ? sought : '')

  const open = (path: string) => {
    close()
    if (path.startsWith('/docs')) location.assign(path)
    else navigate(path)
  }
  const onKeyDown = (event: KeyPress) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      const [identity] = found?.nodes ?? []
      const first = identity ? `/identities/${identity.id}` : places[0]?.path
      if (first) open(first)
    }
    moveFocus(event, list.current)
  }
  return (
    <Dialog title="Find" isWide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go from the field through what was found. */}
      <div className="body" onKeyDown={onKeyDown}>
        <TextField
          ref={field}
          label="Alias, name, reference, id or page"
          hint="Your identities, any id, and the docs. Enter opens the first."
          value={text}
          onChange={setText}
          spellCheck={false}
        />
        <div aria-live="polite">
          {found?.nodes.length === 0 && places.length === 0 && !found.error && (
            <p className="quiet">
              Nothing is found. {looksLikePhone(sought) && 'Write a number with its country code: +49 …'}
            </p>
          )}
        </div>
        <Problem error={found?.error} />
        <ul ref={list} className="found">
          {found?.nodes.map((identity) => (
            <FoundItem key={identity.id} identity={identity} />
          ))}
          {places.map(({ path, name, kind }) => (
            <li key={path}>
              <PlaceLink path={path}>
                <strong>{name}</strong>
                <span className="quiet small">{kind}</span>
              </PlaceLink>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const looksLikePhone = (text: string): boolean => /^0[\d ()/-]{5,}$/.test(text)

/** A page of the docs is outside of the console. */
function PlaceLink({ path, children }: { path: string; children: ReactNode }) {
  const close = useClose()
  if (path.startsWith('/docs')) {
    return (
      <a href={path} className="row">
        {children}
      </a>
    )
  }
  return (
    <Link href={path} className="row" onClick={close}>
      {children}
    </Link>
  )
}

const FoundItem = ({ identity }: { identity: Found }) => {
  const { id, type, status, displayName, primaryAlias } = identity
  return (
    <li>
      <PlaceLink path={`/identities/${id}`}>
        <span className="who">
          <strong>{displayName ?? shortId(id)}</strong>
          <span className="quiet">{primaryAlias ? aliasText(primaryAlias) : identityTypes[type]}</span>
        </span>
        <Status value={status} />
      </PlaceLink>
    </li>
  )
}

function moveFocus(event: KeyPress, list: HTMLUListElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const links = [...(list?.querySelectorAll('a') ?? [])]
  if (step === undefined || links.length === 0) return
  event.preventDefault()
  const next = links.indexOf(document.activeElement as HTMLAnchorElement) + step
  links[Math.max(0, Math.min(links.length - 1, next))]!.focus()
}

/** Opens the search, also with Ctrl-K or Command-K. An open dialog stays. */
export function SearchOpener() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className="search-opener"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Search />
        <span>Find</span>
        <span className="keys" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      {isOpen && (
        <CloseContext value={() => setOpen(false)}>
          <SearchDialog />
        </CloseContext>
      )}
    </>
  )
}

type Found = SearchQuery['identities']['edges'][number]['node']
type Answer = { nodes: Found[]; error: CombinedError | undefined }

const pauseMs = 250

/** A refusal of the text, such as half an address, finds nothing, and is no failure. */
const isFailure = (error: CombinedError | undefined): error is CombinedError =>
  error !== undefined &&
  (error.networkError !== undefined ||
    error.graphQLErrors.some(({ extensions }) => extensions?.type !== 'invalid_request_error'))

/** The searched fields of an identity: an alias, the beginning of its name, its reference. */
async function find(client: Client, text: string, aliases: boolean): Promise<Answer> {
  const by = [{ alias: text }, { displayName: text }, { externalReference: text }]
  const none = { alias: null, displayName: null, externalReference: null }
  const answers = await Promise.all(
    by.map((one) => client.query(SearchDocument, { ...none, ...one, aliases }, { requestPolicy: 'network-only' })),
  )
  const found = answers.flatMap(({ data }) => data?.identities.edges.map(({ node }) => node) ?? [])
  const nodes = found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index)
  return { nodes, error: answers.map(({ error }) => error).find(isFailure) }
}

/** The results for the text, after a pause in typing; null without a search. */
function useSearch(text: string, aliases: boolean): Answer | null {
  const client = useClient()
  const [found, setFound] = useState<(Answer & { text: string }) | null>(null)
  useEffect(() => {
    if (text === '') return
    let isOver = false
    const timer = setTimeout(async () => {
      const answer = await find(client, text, aliases)
      if (!isOver) setFound({ text, ...answer })
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, text, aliases])
  return found?.text === text ? found : null
}

type FoundPlace = { path: string; name: string; kind: string }

let listed: Promise<readonly FoundPlace[]> | null = null

/** The pages of the documentation that the service serves, in the order of their paths. */
async function readDocs(): Promise<readonly FoundPlace[]> {
  const answer = await fetch('/docs/llms.txt')
  if (!answer.ok) return []
  const lines = (await answer.text()).matchAll(/^- \[(.+)\]\((\S+)\)$/gm)
  return [...lines]
    .map(([, name, path]) => ({ path: path!, name: name!, kind: 'Docs' }))
    .filter(({ path }) => !path.includes('/decisions'))
}

const most = 5

/** Pages of the console and of the docs whose name has every word of the text, and the page of an id. */
function usePlaces(text: string): FoundPlace[] {
  const { can } = useSession()
  const [docs, setDocs] = useState<readonly FoundPlace[]>([])
  useEffect(() => {
    // They are read once.
    listed ??= readDocs().catch(() => [])
    void listed.then(setDocs)
  }, [])
  if (isId(text)) return [{ path: pathOfId(text), name: shortId(text), kind: 'Record' }]
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const isFound = (name: string) => words.every((word) => name.toLowerCase().includes(word))
  const pages = openPlaces(can).map(({ path, name }) => ({ path, name, kind: 'Page' }))
  return [...pages, ...docs].filter(({ name }) => isFound(name)).slice(0, most)
}
