import { Gauge, RotateCw } from 'lucide-react'
import { useQuery } from 'urql'
import { LimitsDocument, type LimitsQuery } from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { Empty, PageHead } from '../parts/page.tsx'
import { Waiting } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'

type Limit = LimitsQuery['viewer']['limits'][number]

const policies: Record<string, { name: string; text: string }> = {
  requests: { name: 'Requests', text: 'One for every request, those of this console too.' },
  resolve: { name: 'Look-ups', text: 'One for every alias that is looked up.' },
  misses: { name: 'Misses', text: 'One for every alias that you may not see. They stop guesses.' },
  registrations: { name: 'Registrations', text: 'One for every new phone number or e-mail address.' },
}

export function LimitPage() {
  const [{ data, error, fetching, stale }, ask] = useQuery({ query: LimitsDocument })
  const refresh = () => ask({ requestPolicy: 'network-only' })
  return (
    <>
      <PageHead
        title="Quotas"
        actions={<Button icon={RotateCw} text="Refresh" onClick={refresh} aria-disabled={fetching || stale} />}
      />
      <Problem error={error} onRetry={refresh} />
      {!data && !error && <Waiting />}
      {data?.viewer.limits.length === 0 && (
        <Empty icon={Gauge} title="No quotas">
          They are switched off here.
        </Empty>
      )}
      <ul className="meters">
        {data?.viewer.limits.map((limit) => (
          <Meter key={limit.policy} limit={limit} />
        ))}
      </ul>
    </>
  )
}

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

function Meter({ limit: { policy, size, refillPerSecond, remaining, retryAfter } }: { limit: Limit }) {
  const { name, text } = policies[policy] ?? { name: policy, text: '' }
  return (
    <li className="card">
      <h2 id={`limit-${policy}`}>{name}</h2>
      <p className="figure">
        <b>{number.format(remaining)}</b> <span className="quiet">of {number.format(size)} left</span>
      </p>
      <meter
        aria-labelledby={`limit-${policy}`}
        min={0}
        max={size}
        low={size * 0.15}
        high={size * 0.5}
        optimum={size}
        value={Math.max(0, remaining)}
      />
      <p className="small quiet">
        {text} Refills {number.format(refillPerSecond * 60)} a minute.
        {retryAfter > 0 && ` Admits again in ${retryAfter} s.`}
      </p>
    </li>
  )
}
