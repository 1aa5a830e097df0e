import { useEffect, useState } from 'react'
import { hasScope } from '../../../../src/kernel/scopes.ts'
import { OverviewDocument, UsageDocument, type UsageQuery } from '../generated/documents.ts'
import { Waiting } from '../parts/pages.tsx'
import { type Held, useSession } from '../session.ts'
import { attentionOf } from './attention.ts'
import { overviewScopes } from './scopes.ts'

type Count = Exclude<keyof UsageQuery['usage']['points'][number], 'start'>
type Figures = { waits: number | null; counts: Record<Count, number> | null }

const rows: readonly (readonly [Count, string])[] = [
  ['resolves', 'Look-ups resolved, 24 hours'],
  ['misses', 'Look-ups missed, 24 hours'],
  ['deliveries', 'Deliveries, 24 hours'],
  ['deliveryErrors', 'Delivery errors, 24 hours'],
]

async function figuresOf({ gateway, viewer }: Held): Promise<Figures> {
  const can = (scope: Parameters<typeof hasScope>[1]) => hasScope(viewer.scopes, scope)
  const [overview, usage] = await Promise.all([
    gateway.query(OverviewDocument, overviewScopes(can)),
    gateway.query(UsageDocument, { interval: 'HOUR' }),
  ])
  const points = usage.data?.usage.points
  const total = (name: Count) => points?.reduce((sum, point) => sum + point[name], 0) ?? 0
  const names = ['resolves', 'misses', 'consentPending', 'deliveries', 'deliveryErrors'] as const
  return {
    waits: overview.data ? attentionOf(overview.data).length : null,
    counts: points ? (Object.fromEntries(names.map((name) => [name, total(name)])) as Record<Count, number>) : null,
  }
}

/** Both modes at a glance, once both keys were given. */
export function SideBySide() {
  const { other, viewer, gateway, post } = useSession()
  const [figures, setFigures] = useState<{ test: Figures; live: Figures } | null>(null)
  useEffect(() => {
    if (!other) return
    let isOver = false
    const here = { gateway, post, viewer }
    const [test, live] = viewer.livemode ? [other, here] : [here, other]
    void Promise.all([figuresOf(test), figuresOf(live)]).then(([test, live]) => !isOver && setFigures({ test, live }))
    return () => {
      isOver = true
    }
  }, [other, gateway, post, viewer])
  if (!other) return null
  return (
    <section className="card" aria-labelledby="side-by-side">
      <header>
        <h2 id="side-by-side">Test and live</h2>
      </header>
      {!figures && <Waiting />}
      {figures && <Figures {...figures} />}
    </section>
  )
}

const Figures = ({ test, live }: { test: Figures; live: Figures }) => (
  <table className="side-by-side">
    <thead>
      <tr>
        <td />
        <th scope="col">Test</th>
        <th scope="col">Live</th>
      </tr>
    </thead>
    <tbody>
      <tr>
        <th scope="row">Needs attention</th>
        <td>{test.waits ?? '–'}</td>
        <td>{live.waits ?? '–'}</td>
      </tr>
      {rows.map(([name, text]) => (
        <tr key={name}>
          <th scope="row">{text}</th>
          <td>{test.counts?.[name] ?? '–'}</td>
          <td>{live.counts?.[name] ?? '–'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
