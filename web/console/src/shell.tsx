import { ChevronRight, Clock, Ellipsis, LogOut } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useQuery } from 'urql'
import { Link, Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { AuditPage } from './audit/log.tsx'
import { ConsentPage } from './consent/page.tsx'
import { EventPage } from './events/page.tsx'
import { ClaimsDocument, IncomingRequestsDocument } from './generated/documents.ts'
import { IdentityDetail } from './identities/detail.tsx'
import { IdentityList } from './identities/list.tsx'
import { KeyPage } from './keys/page.tsx'
import { LimitPage } from './limits/page.tsx'
import { Modes } from './modes.tsx'
import { OverviewPage } from './overview/page.tsx'
import { ChallengePage } from './ownership/challenge.tsx'
import { ClaimPage } from './ownership/claims.tsx'
import { Button, IconButton } from './parts/button.tsx'
import { useTimes, zone } from './parts/facts.tsx'
import { usePath } from './parts/location.ts'
import { Heading, PageHead } from './parts/page.tsx'
import type { Connection } from './parts/pages.tsx'
import { SealingKeyPage } from './payable/sealing-keys.tsx'
import { ReleasePage } from './releases/page.tsx'
import { RequestPage } from './requests/page.tsx'
import { ResolvePage } from './resolve/page.tsx'
import { SearchOpener } from './search/dialog.tsx'
import { useSession } from './session.ts'
import { isInBar, openPlaces, type Place, startOf } from './shell-places.ts'
import { WebhookDetail } from './webhooks/detail.tsx'
import { WebhookList } from './webhooks/list.tsx'

export function Shell() {
  const { can } = useSession()
  const open = openPlaces(can)
  return (
    <Router hook={usePath}>
      <div className="shell">
        <SideBar places={open} />
        <main id="main" tabIndex={-1}>
          <Views places={open} />
        </main>
      </div>
    </Router>
  )
}

/** URLs are fragments, so that the page is one file; so the skip link of the navigation is a button. */
function SideBar({ places }: { places: readonly Place[] }) {
  const { viewer, can, signOut } = useSession()
  const [here] = useLocation()
  const isBeyond = !places.some(({ path }) => isInBar(path) && here.startsWith(path))
  return (
    <header className="side">
      <Button text="Skip to the content" className="skip" onClick={() => document.getElementById('main')?.focus()} />
      <div className="product">
        <img src="/console/signpost.svg" alt="" width="28" height="28" />
        <strong>Signpost</strong>
        <Modes />
      </div>
      <SearchOpener />
      <nav aria-label="Console">
        {places.map(({ path, name, icon: Icon, group }, index) => (
          <Fragment key={path}>
            {group !== (places[index - 1]?.group ?? '') && <span className="group">{group}</span>}
            <Link
              href={path}
              className={isInBar(path) ? '' : 'beyond'}
              {...(here.startsWith(path) ? { 'aria-current': 'page' } : {})}
            >
              <Icon />
              <span>{name}</span>
              {path === '/consent' && can('consents:read') && <PendingRequests />}
              {path === '/claims' && <PendingClaims />}
            </Link>
          </Fragment>
        ))}
        <Link href="/more" className="more-link" {...(isBeyond ? { 'aria-current': 'page' } : {})}>
          <Ellipsis />
          <span>More</span>
        </Link>
      </nav>
      <div className="me">
        <span className="who">
          <strong>{viewer.name}</strong>
          <span className="quiet mono">{viewer.id.slice(0, 12)}…</span>
        </span>
        <Times />
        <IconButton icon={LogOut} name="Sign out" title="Sign out" onClick={signOut} />
      </div>
    </header>
  )
}

/** Writes all times out, with their zone. */
function Times() {
  const { isFull, toggle } = useTimes()
  const name = `Show full dates, in ${zone}`
  return <IconButton icon={Clock} name={name} title={name} aria-pressed={isFull} onClick={toggle} />
}

/** The first page of its list. */
const newest = { first: 20, after: null, last: null, before: null }

function PendingRequests() {
  const [{ data }] = useQuery({ query: IncomingRequestsDocument, variables: newest })
  return <PendingCount of={data?.consentRequests} isPending={({ status }) => status === 'PENDING'} />
}

function PendingClaims() {
  const [{ data }] = useQuery({ query: ClaimsDocument, variables: { ...newest, direction: 'INCOMING' } })
  return <PendingCount of={data?.claims} isPending={({ status }) => status === 'OPEN'} />
}

/** The pending items on the newest page. */
function PendingCount<N>({ of, isPending }: { of: Connection<N> | undefined; isPending: (node: N) => boolean }) {
  const pending = of?.edges.filter(({ node }) => isPending(node)).length ?? 0
  if (pending === 0) return null
  return (
    <span className="count">
      {pending}
      {of?.pageInfo.hasNextPage && '+'}
      <span className="visually-hidden"> pending</span>
    </span>
  )
}

/** The pages that the bar of a phone has no room for. */
function MorePage() {
  const { can } = useSession()
  return (
    <>
      <PageHead title="More" />
      <ul className="rows card">
        {openPlaces(can)
          .filter(({ path }) => !isInBar(path))
          .map(({ path, name, icon: Icon }) => (
            <li key={path}>
              <Link href={path} className="row more-row">
                <Icon />
                {name}
                <ChevronRight />
              </Link>
            </li>
          ))}
      </ul>
    </>
  )
}

/** The pages without a parameter in their address. */
const views: Readonly<Record<string, ReactNode>> = {
  '/overview': <OverviewPage />,
  '/events': <EventPage />,
  '/audit': <AuditPage />,
  '/identities': <IdentityList />,
  '/claims': <ClaimPage direction="INCOMING" />,
  '/claims/outgoing': <ClaimPage direction="OUTGOING" />,
  '/consent': <ConsentPage tab="requests" />,
  '/consent/grants': <ConsentPage tab="grants" />,
  '/consent/asked': <ConsentPage tab="asked" />,
  '/consent/received': <ConsentPage tab="received" />,
  '/consent/releases': <Redirect to="/releases" replace />,
  '/releases': <ReleasePage />,
  '/requests': <RequestPage />,
  '/more': <MorePage />,
  '/resolve': <ResolvePage tab="look-up" />,
  '/resolve/payee-check': <ResolvePage tab="payee-check" />,
  '/resolve/destination-check': <ResolvePage tab="destination-check" />,
  '/sealing-keys': <SealingKeyPage />,
  '/webhooks': <WebhookList />,
  '/keys': <KeyPage />,
  '/limits': <LimitPage />,
}

function Views({ places }: { places: readonly Place[] }) {
  const [here] = useLocation()
  return (
    <Switch>
      <Route path="/identities/:id/:tab?">{({ id, tab }) => <IdentityDetail key={id} id={id} tab={tab} />}</Route>
      <Route path="/challenges/:id">{({ id }) => <ChallengePage key={id} id={id} />}</Route>
      <Route path="/webhooks/:id">{({ id }) => <WebhookDetail key={id} id={id} />}</Route>
      <Route path="/">
        <Redirect to={startOf(places)} replace />
      </Route>
      <Route>
        {views[here.toLowerCase().replace(/\/$/, '')] ?? (
          <>
            <Heading title="No such page" />
            <p>
              The address may be mistyped. <Link href={startOf(places)}>Go to the first page</Link>
            </p>
          </>
        )}
      </Route>
    </Switch>
  )
}
