import { beforeAll, expect, test } from 'vitest'
import { metricsToken, namesIn, scrape } from '../../support/scrape.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { readQueries, readRepo, readRules, type Selector, selectorsIn, syntaxErrorIn } from './observing.ts'

const rules = readRules()
const queries = readQueries()
const expressions = [...rules.map(({ alert, expr }) => ({ title: alert, expr })), ...queries]

let text: string
const server = forTests(() => startTestServer({ env: { METRICS_TOKEN: metricsToken } }))
beforeAll(async () => {
  const { key } = await server.key()
  await server.send('POST', '/v1/resolve', { key, body: { alias: '@nobody' } })
  text = await scrape(server.url)
})

/** A histogram is read by its parts. */
const familyOf = (metric: string) => (namesIn(text).has(metric) ? metric : metric.replace(/_(?:bucket|sum|count)$/, ''))

/** Returns the part of a selector that no running server has, or null. */
function missing({ metric, labels }: Selector): string | null {
  const family = familyOf(metric)
  if (!namesIn(text).has(family)) return `${metric} is no metric`
  const series = text.split('\n').filter((line) => line.startsWith(`${metric}{`))
  for (const [label, value] of Object.entries(labels)) {
    if (series.length > 0 && !series.some((line) => line.includes(`${label}="`)))
      return `${metric} has no label ${label}`
    // A class of status is there once an answer was of that class.
    const isClosed = !['status', 'route'].includes(label)
    if (isClosed && !series.some((line) => line.includes(`${label}="${value}"`)))
      return `${metric} has no ${label} ${value}`
  }
  return null
}

const faultsOf = ({ title, expr }: { title: string; expr: string }): string[] => {
  const broken = syntaxErrorIn(expr)
  if (broken !== null) return [`${title}: no PromQL at "${broken}"`]
  const selectors = selectorsIn(expr)
  if (selectors.length === 0) return [`${title} reads no metric`]
  return selectors.flatMap((selector) => missing(selector) ?? []).map((fault) => `${title}: ${fault}`)
}

test('every alert and every panel reads metrics that a running server has', () => {
  expect(rules.length).toBeGreaterThan(15)
  expect(queries.length).toBeGreaterThan(40)
  expect(expressions.flatMap(faultsOf)).toEqual([])
})

test.each([
  ['rate(signpost_http_request_total[5m]) > 1', 'is no metric'],
  ['rate(signpost_rate_limit_refusals_total{policy="miss"}[5m]) > 1', 'has no policy miss'],
  ['rate(signpost_pool_connections{stat="idle"}[5m]) > 1', 'has no label stat'],
  ['sum(rate(signpost_pool_size[5m]) > 1', 'no PromQL'],
  ['1 > 2', 'reads no metric'],
])('a seeded mistake is caught: %s', (expr, fault) => {
  expect(faultsOf({ title: 'seeded', expr }).join()).toContain(fault)
})

test('every alert is complete, with a link to its meaning', () => {
  const anchors = [...readRepo('docs/reference/alerts.md').matchAll(/^## (\w+)$/gm)].map(([, title]) => title!)
  for (const rule of rules) {
    const known = ['alert', 'expr', 'for', 'labels', 'annotations']
    expect(Object.keys(rule).filter((name) => !known.includes(name))).toEqual([])
    expect(rule.labels.severity).toMatch(/^(?:critical|warning|info)$/)
    expect(rule.for ?? '1m').toMatch(/^\d+[smhd]$/)
    expect(rule.annotations.summary).toMatch(/^[A-Z].*\.$/)
    expect(rule.annotations.runbook).toBe(`docs/reference/alerts.md#${rule.alert.toLowerCase()}`)
  }
  expect(anchors).toEqual(rules.map(({ alert }) => alert))
})

test('the documents name exactly the metrics that there are', () => {
  const own = [...namesIn(text)].filter((name) => name.startsWith('signpost_'))
  const listed = new Set(
    [...readRepo('docs/reference/metrics.md').matchAll(/`(signpost_\w+)`/g)].map(([, name]) => name!),
  )
  expect([...listed].sort()).toEqual(own.sort())
})

test('no two panels of the dashboard overlap', () => {
  type Panel = { id: number; gridPos: { x: number; y: number; w: number; h: number } }
  const dashboard = JSON.parse(readRepo('deploy/grafana/signpost.json')) as { panels: Panel[]; schemaVersion: number }
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39)
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  const taken = new Set<string>()
  for (const { gridPos } of dashboard.panels) {
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken.has(`${x},${y}`)).toBe(false)
        taken.add(`${x},${y}`)
      }
    }
  }
})
