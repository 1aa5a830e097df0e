import { Clock, Ellipsis, LogOut } from 'lucide-react'
import { Fragment } from 'react'
import { useQuery } from 'urql'
import { Link, Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { AuditPage } from './audit/page.tsx'
import { ConsentPage } from './consent/page.tsx'
import { EventPage } from './events/page.tsx'
import { ClaimsDocument, IncomingRequestsDocument } from './generated/documents.ts'
import { IdentityDetail, identityTabs } from './identities/detail.tsx'
import { IdentityList } from './identities/list.tsx'
import { KeyPage } from './keys/page.tsx'
import { LimitPage } from './limits/page.tsx'
import { Modes } from './modes.tsx'
import { MorePage } from './more.tsx'
import { OverviewPage } from './overview/page.tsx'
import { ChallengePage } from './ownership/challenge.tsx'
import { ClaimPage } from './ownership/claims.tsx'
import { Heading } from './parts/heading.tsx'
import { oneOf, usePath } from './parts/location.ts'
import type { Connection } from './parts/pages.tsx'
import { useTimes, zone } from './parts/when.tsx'
import { SealingKeyPage } from './payable/sealing-keys.tsx'
import { ReleasePage } from './releases/page.tsx'
import { RequestPage } from './requests/page.tsx'
import { ResolvePage } from './resolve/page.tsx'
import { SearchOpener } from './search/opener.tsx'
import { useSession } from './session.ts'
import { openPlaces, type Place, startOf } from './shell-places.ts'
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
  const isBeyond = !places.some(({ path, isInBar }) => isInBar && here.startsWith(path))
  return (
    <header className="side">
      <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <div className="product">
        <img src="/console/signpost.svg" alt="" width="28" height="28" />
        <strong>Signpost</strong>
        <Modes />
      </div>
      <SearchOpener />
      <nav aria-label="Console">
        {places.map(({ path, name, icon: Icon, group, isInBar }, index) => (
          <Fragment key={path}>
            {group !== (places[index - 1]?.group ?? '') && <span className="group">{group}</span>}
            <Link
              href={path}
              className={isInBar ? '' : 'beyond'}
              {...(here.startsWith(path) ? { 'aria-current': 'page' } : {})}
            >
              <Icon aria-hidden="true" />
              <span>{name}</span>
              {path === '/consent' && can('consents:read') && <PendingRequests />}
              {path === '/claims' && <PendingClaims />}
            </Link>
          </Fragment>
        ))}
        <Link href="/more" className="more-link" {...(isBeyond ? { 'aria-current': 'page' } : {})}>
          <Ellipsis aria-hidden="true" />
          <span>More</span>
        </Link>
      </nav>
      <div className="me">
        <span className="who">
          <strong>{viewer.name}</strong>
          <span className="quiet mono">{viewer.id.slice(0, 12)}…</span>
        </span>
        <Times />
        <button type="button" className="icon" aria-label="Sign out" title="Sign out" onClick={signOut}>
          <LogOut aria-hidden="true" />
        </button>
      </div>
    </header>
  )
}

/** Writes all times out, with their zone. */
function Times() {
  const { isFull, toggle } = useTimes()
  return (
    <button
      type="button"
      className="icon"
      aria-label={`Show full dates, in ${zone}`}
      title={`Show full dates, in ${zone}`}
      aria-pressed={isFull}
      onClick={toggle}
    >
      <Clock aria-hidden="true" />
    </button>
  )
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

const Views = ({ places }: { places: readonly Place[] }) => (
  <Switch>
    <Route path="/overview">
      <OverviewPage />
    </Route>
    <Route path="/events">
      <EventPage />
    </Route>
    <Route path="/audit">
      <AuditPage />
    </Route>
    <Route path="/identities">
      <IdentityList />
    </Route>
    <Route path="/identities/:id">{({ id }) => <IdentityDetail key={id} id={id} tab="records" />}</Route>
    <Route path="/identities/:id/:tab">
      {({ id, tab }) => <IdentityDetail key={id} id={id} tab={oneOf(identityTabs, tab) ?? 'records'} />}
    </Route>
    <Route path="/claims">
      <ClaimPage direction="INCOMING" />
    </Route>
    <Route path="/claims/outgoing">
      <ClaimPage direction="OUTGOING" />
    </Route>
    <Route path="/challenges/:id">{({ id }) => <ChallengePage key={id} id={id} />}</Route>
    <Route path="/consent">
      <ConsentPage tab="requests" />
    </Route>
    <Route path="/consent/grants">
      <ConsentPage tab="grants" />
    </Route>
    <Route path="/consent/asked">
      <ConsentPage tab="asked" />
    </Route>
    <Route path="/consent/received">
      <ConsentPage tab="received" />
    </Route>
    <Route path="/consent/releases">
      <Redirect to="/releases" replace />
    </Route>
    <Route path="/releases">
      <ReleasePage />
    </Route>
    <Route path="/requests">
      <RequestPage />
    </Route>
    <Route path="/more">
      <MorePage places={places} />
    </Route>
    <Route path="/resolve">
      <ResolvePage tab="look-up" />
    </Route>
    <Route path="/resolve/payee-check">
      <ResolvePage tab="payee-check" />
    </Route>
    <Route path="/resolve/destination-check">
      <ResolvePage tab="destination-check" />
    </Route>
    <Route path="/sealing-keys">
      <SealingKeyPage />
    </Route>
    <Route path="/webhooks">
      <WebhookList />
    </Route>
    <Route path="/webhooks/:id">{({ id }) => <WebhookDetail key={id} id={id} />}</Route>
    <Route path="/keys">
      <KeyPage />
    </Route>
    <Route path="/limits">
      <LimitPage />
    </Route>
    <Route path="/">
      <Redirect to={startOf(places)} replace />
    </Route>
    <Route>
      <Heading title="No such page" />
      <p>
        The address may be mistyped. <Link href={startOf(places)}>Go to the first page</Link>
      </p>
    </Route>
  </Switch>
)
