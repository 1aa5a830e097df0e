import { useQuery } from 'urql'
import { UsageDocument, type UsageInterval, type UsageQuery } from '../generated/documents.ts'
import { oneOf, useChoice } from '../parts/location.ts'
import { Waiting } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'
import { hourOf, utcDayOf } from '../parts/when.tsx'
import { columnsOf } from './columns.ts'

type Point = UsageQuery['usage']['points'][number]
type Count = Exclude<keyof Point, 'start'>

const counts: readonly {
  name: Count
  head: string
  title: string
  text: string
  tone: 'brand' | 'calm' | 'wait' | 'bad'
}[] = [
  { name: 'resolves', head: 'Resolved', title: 'Look-ups resolved', text: 'that you made', tone: 'brand' },
  { name: 'misses', head: 'Missed', title: 'Look-ups missed', text: 'that you made', tone: 'calm' },
  {
    name: 'consentPending',
    head: 'Pending',
    title: 'Consent pending',
    text: 'answers that told you to wait',
    tone: 'wait',
  },
  { name: 'deliveries', head: 'Delivered', title: 'Deliveries', text: 'that your webhooks took', tone: 'brand' },
  { name: 'deliveryErrors', head: 'Errors', title: 'Delivery errors', text: 'of your webhooks', tone: 'bad' },
]

const spans = [
  ['HOUR', '24 hours'],
  ['DAY', '30 days'],
] as const

/** The caller's own counts. No figure depends on guesses at hidden aliases. */
export function UsageCharts() {
  const [chosen, choose] = useChoice('span')
  const interval = oneOf<UsageInterval>(['HOUR', 'DAY'], chosen) ?? 'HOUR'
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
              onClick={() => choose(value === 'HOUR' ? null : value)}
            >
              {text}
            </button>
          ))}
        </fieldset>
      </div>
      {error && <Problem error={error} onRetry={ask} />}
      {!error && !data && <Waiting />}
      {data && <Charts {...data.usage} />}
    </section>
  )
}

const Charts = ({ interval, points }: UsageQuery['usage']) => (
  <>
    <ul className="charts">
      {counts.map(({ name, head: _, ...count }) => (
        <li key={name}>
          <Chart {...count} interval={interval} values={points.map((point) => point[name])} points={points} />
        </li>
      ))}
    </ul>
    <UsageTable interval={interval} points={points} />
  </>
)

const number = new Intl.NumberFormat()
const nameOf = (interval: UsageInterval, { start }: Point) => (interval === 'DAY' ? utcDayOf(start) : hourOf(start))

type ChartProps = Omit<(typeof counts)[number], 'name' | 'head'> & {
  interval: UsageInterval
  values: readonly number[]
  points: readonly Point[]
}

const Chart = ({ title, text, tone, interval, values, points }: ChartProps) => (
  <figure className={`card chart ${tone}`}>
    <figcaption>
      <span>{title}</span>
      <strong>{number.format(values.reduce((sum, value) => sum + value, 0))}</strong>
      <small className="quiet">{text}</small>
    </figcaption>
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {columnsOf(values).map((column, index) => (
        <rect key={points[index]!.start} {...column}>
          <title>{`${nameOf(interval, points[index]!)}: ${number.format(values[index]!)}`}</title>
        </rect>
      ))}
    </svg>
    <p className="axis quiet" aria-hidden="true">
      <span>{nameOf(interval, points[0]!)}</span>
      <span>most {number.format(Math.max(...values))}</span>
      <span>now</span>
    </p>
  </figure>
)

/** The same figures as a table, for readers who don't see the charts or want exact values. */
const UsageTable = ({ interval, points }: UsageQuery['usage']) => (
  <details className="figures">
    <summary>The figures as a table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
    <section className="scrolls" aria-label="The figures as a table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{interval === 'DAY' ? 'Day of UTC' : 'Hour'}</th>
            {counts.map(({ name, head }) => (
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
              {counts.map(({ name }) => (
                <td key={name}>{number.format(point[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
)
