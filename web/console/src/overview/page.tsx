import {
  ChevronRight,
  CircleCheck,
  Flag,
  KeyRound,
  Landmark,
  type LucideIcon,
  Signpost,
  UserCheck,
  UserPlus,
  Webhook,
} from 'lucide-react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import type { Scope } from '../../../../src/kernel/scopes.ts'
import { OverviewDocument } from '../generated/documents.ts'
import { fullDate, When } from '../parts/facts.tsx'
import { Empty, PageHead, Panel } from '../parts/page.tsx'
import { Waiting } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'
import { useSession } from '../session.ts'
import { type Attention, attentionOf, overviewScopes } from './attention.ts'
import { SideBySide } from './side-by-side.tsx'
import { UsageCharts } from './usage.tsx'

const actions: readonly (readonly [href: string, name: string, text: string, icon: LucideIcon, scope: Scope])[] = [
  ['/identities', 'Register somebody', 'An identity, its aliases and endpoints', UserPlus, 'identities:write'],
  ['/resolve', 'Look up an alias', 'As this key sees it', Signpost, 'resolve'],
  ['/resolve/payee-check', 'Check a name', 'Is this the person?', UserCheck, 'payee_check'],
  ['/resolve/destination-check', 'Check a destination', 'Is this the payee’s account?', Landmark, 'destination_check'],
  ['/claims', 'Claim an alias', 'That somebody else registered', Flag, 'claims:write'],
  ['/webhooks', 'Add a webhook', 'Get every change', Webhook, 'webhooks:write'],
  ['/keys', 'Create an API key', 'With the rights that it needs', KeyRound, 'keys:write'],
]

/** The first page: pending work, and where to begin. */
export function OverviewPage() {
  const { can, viewer } = useSession()
  const [{ data, error }, ask] = useQuery({ query: OverviewDocument, variables: overviewScopes(can) })
  return (
    <>
      <PageHead
        title="Overview"
        about={
          <p className="facts quiet">
            {viewer.name}, {viewer.livemode ? 'live mode' : 'test mode'}
          </p>
        }
      />
      <div className="stack">
        <Panel id="attention" title="Needs attention">
          {data && <AttentionList items={attentionOf(data)} />}
          {error ? <Problem error={error} onRetry={ask} /> : !data && <Waiting />}
        </Panel>
        <SideBySide />
        <UsageCharts />
        <section aria-labelledby="actions">
          <h2 id="actions">Where to begin</h2>
          <ul className="starts">
            {actions
              .filter(([, , , , scope]) => can(scope))
              .map(([href, name, text, Icon]) => (
                <li key={name}>
                  <Link href={href} className="card start">
                    <Icon />
                    <span>
                      <strong>{name}</strong>
                      <small className="quiet">{text}</small>
                    </span>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      </div>
    </>
  )
}

/** A state has an end or a start; other items show their distance in time. */
const TextTime = ({ text, at }: { text: string; at: string }) =>
  / (?:until|since)$/.test(text) ? <time dateTime={at}>{fullDate(at)}</time> : <When at={at} />

const words = { wait: 'Waits', bad: 'Act now' } as const

function AttentionList({ items }: { items: Attention[] }) {
  if (items.length === 0) {
    return (
      <Empty icon={CircleCheck} title="Nothing waits for you">
        Requests, claims, webhooks that fail and keys that end are listed here.
      </Empty>
    )
  }
  return (
    <ul className="rows">
      {items.map(({ tone, text, at, href }) => (
        <li key={href + text}>
          <Link href={href} className="row attention-row">
            <span className={`status ${tone}`}>{words[tone]}</span>
            <span className="value">
              {text} {at && <TextTime text={text} at={at} />}
            </span>
            <ChevronRight />
          </Link>
        </li>
      ))}
    </ul>
  )
}
