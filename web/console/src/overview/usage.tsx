import { useQuery } from 'urql'
import { RequestTimesDocument, UsageDocument, type UsageInterval, type UsageQuery } from '../generated/documents.ts'
import { hourOf, utcDayOf } from '../parts/facts.tsx'
import { useFilter } from '../parts/listing.tsx'
import { Waiting } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'
import { useSession } from '../session.ts'
import { columnsOf, roundUp } from './columns.ts'

type Point = UsageQuery['usage']['points'][number]
type Count = Exclude<keyof Point, 'start'>

/** The columns of the table. */
const counts: readonly (readonly [Count, string])[] = [
  ['resolves', 'Resolved'],
  ['misses', 'Missed'],
  ['consentPending', 'Pending'],
  ['deliveries', 'Delivered'],
  ['deliveryErrors', 'Errors'],
]

const spans = [
  ['HOUR', '24 hours'],
  ['DAY', '30 days'],
] as const

/** The caller's own counts. No figure depends on guesses at hidden aliases. */
export function UsageCharts() {
  const span = useFilter('span', spans)
  const interval = span.value ?? 'HOUR'
  const [{ data, error }, ask] = useQuery({ query: UsageDocument, variables: { interval } })
  return (
    <section aria-labelledby="usage">
      <div className="usage-head">
        <h2 id="usage">What you did</h2>
        <fieldset className="segments">
          <legend className="visually-hidden">Time</legend>
          {spans.map(([value, text]) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === interval}
              onClick={() => span.onChoose(value === 'HOUR' ? null : value)}
            >
              {text}
            </button>
          ))}
        </fieldset>
      </div>
      {error && <Problem error={error} onRetry={ask} />}
      {!error && !data && <Waiting />}
      {data && (
        <>
          <Figures points={data.usage.points} />
          <LookUpChart {...data.usage} />
          <UsageTable {...data.usage} />
        </>
      )}
    </section>
  )
}

const number = new Intl.NumberFormat()
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const nameOf = (interval: UsageInterval, { start }: Point) => (interval === 'DAY' ? utcDayOf(start) : hourOf(start))

/** A part of a whole in words. */
const share = (part: number, whole: number, done: string): string =>
  whole === 0 ? 'none yet' : `${percent.format(part / whole)} ${done}`

/** The figures of the span: how often look-ups and deliveries succeed, and the time of requests. */
function Figures({ points }: { points: readonly Point[] }) {
  const total = (name: Count) => points.reduce((sum, point) => sum + point[name], 0)
  const lookUps = total('resolves') + total('misses')
  const attempts = total('deliveries') + total('deliveryErrors')
  return (
    <dl className="figures">
      <div className="card">
        <dt>Look-ups</dt>
        <dd>{number.format(lookUps)}</dd>
        <dd className="quiet small">{share(total('resolves'), lookUps, 'resolved')}</dd>
      </div>
      <div className="card">
        <dt>Deliveries to your webhooks</dt>
        <dd>{number.format(total('deliveries'))}</dd>
        <dd className="quiet small">{share(total('deliveries'), attempts, 'of the attempts accepted')}</dd>
      </div>
      <RequestTime />
    </dl>
  )
}

/** The 95th percentile of the newest writes and refusals, the requests that the service keeps. */
function RequestTime() {
  const { can } = useSession()
  const [{ data }] = useQuery({ query: RequestTimesDocument, pause: !can('requests:read') })
  const times = data?.requests.edges.map(({ node }) => node.durationMs).toSorted((one, other) => one - other) ?? []
  if (times.length === 0) return null
  return (
    <div className="card">
      <dt>Time of a request, p95</dt>
      <dd>{number.format(times[Math.ceil(times.length * 0.95) - 1]!)} ms</dd>
      <dd className="quiet small">your newest {times.length} writes and refusals</dd>
    </div>
  )
}

/** Look-ups by their outcome, one column for each interval. */
function LookUpChart({ interval, points }: { interval: UsageInterval; points: readonly Point[] }) {
  const top = roundUp(Math.max(2, ...points.map(({ resolves, misses }) => resolves + misses)))
  return (
    <figure className="card chart">
      <figcaption>
        <span>Look-ups</span>
        <ul className="legend">
          <li className="brand">Resolved</li>
          <li className="calm">Missed</li>
        </ul>
      </figcaption>
      <div className="plot" aria-hidden="true">
        <p className="scale quiet">
          <span>{number.format(top)}</span>
          <span>{number.format(top / 2)}</span>
          <span>0</span>
        </p>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 0.5H100M0 50H100" />
          {points.map((point, index) => {
            const { start, resolves, misses } = point
            const [resolved, missed] = columnsOf([resolves, misses], top, index, points.length)
            return (
              <g key={start}>
                <title>
                  {`${nameOf(interval, point)}: ${number.format(resolves)} resolved, ${number.format(misses)} missed`}
                </title>
                <rect className="brand" {...resolved} />
                <rect className="calm" {...missed} />
              </g>
            )
          })}
        </svg>
        <p className="axis quiet">
          <span>{nameOf(interval, points[0]!)}</span>
          <span>{nameOf(interval, points[Math.floor(points.length / 2)]!)}</span>
          <span>now</span>
        </p>
      </div>
    </figure>
  )
}

/** The same figures as a table, for readers who don't see the charts or want exact values. */
const UsageTable = ({ interval, points }: UsageQuery['usage']) => (
  <details className="figure-table">
    <summary>The figures as a table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
    <section className="scrolls" aria-label="The figures as a table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{interval === 'DAY' ? 'Day of UTC' : 'Hour'}</th>
            {counts.map(([name, head]) => (
              <th key={name} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...points].reverse().map((point) => (
            <tr key={point.start}>
              <th scope="row">
                <time dateTime={point.start}>{nameOf(interval, point)}</time>
              </th>
              {counts.map(([name]) => (
                <td key={name}>{number.format(point[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
)
