import { useEffect, useState } from 'react'
import { hasScope } from '../../../../src/kernel/scopes.ts'
import { OverviewDocument, UsageDocument } from '../generated/documents.ts'
import { Panel } from '../parts/page.tsx'
import { Waiting } from '../parts/pages.tsx'
import type { Held } from '../session.ts'
import { useSession } from '../session.ts'
import { attentionOf, overviewScopes } from './attention.ts'

const counts = [
  ['resolves', 'Look-ups resolved, 24 hours'],
  ['misses', 'Look-ups missed, 24 hours'],
  ['deliveries', 'Deliveries, 24 hours'],
  ['deliveryErrors', 'Delivery errors, 24 hours'],
] as const
const rows = ['Needs attention', ...counts.map(([, text]) => text)]

/** A figure for each row; null if it can't be read. */
type Figures = readonly (number | null)[]

async function figuresOf({ gateway, viewer }: Omit<Held, 'post'>): Promise<Figures> {
  const can = (scope: Parameters<typeof hasScope>[1]) => hasScope(viewer.scopes, scope)
  const [overview, usage] = await Promise.all([
    gateway.query(OverviewDocument, overviewScopes(can)),
    gateway.query(UsageDocument, { interval: 'HOUR' }),
  ])
  const points = usage.data?.usage.points
  return [
    overview.data ? attentionOf(overview.data).length : null,
    ...counts.map(([name]) => points?.reduce((sum, point) => sum + point[name], 0) ?? null),
  ]
}

/** Both modes at a glance, once both keys were given. */
export function SideBySide() {
  const { other, viewer, gateway } = useSession()
  const [figures, setFigures] = useState<readonly [test: Figures, live: Figures] | null>(null)
  useEffect(() => {
    if (!other) return
    let isOver = false
    const here = { gateway, viewer }
    const [test, live] = viewer.livemode ? [other, here] : [here, other]
    void Promise.all([figuresOf(test), figuresOf(live)]).then((both) => !isOver && setFigures(both))
    return () => {
      isOver = true
    }
  }, [other, gateway, viewer])
  if (!other) return null
  return (
    <Panel id="side-by-side" title="Test and live">
      {!figures && <Waiting />}
      {figures && <FigureTable test={figures[0]} live={figures[1]} />}
    </Panel>
  )
}

const FigureTable = ({ test, live }: { test: Figures; live: Figures }) => (
  <table className="side-by-side">
    <thead>
      <tr>
        <td />
        <th scope="col">Test</th>
        <th scope="col">Live</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((text, index) => (
        <tr key={text}>
          <th scope="row">{text}</th>
          <td>{test[index] ?? '–'}</td>
          <td>{live[index] ?? '–'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
