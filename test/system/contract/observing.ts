import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../../..')
export const readRepo = (path: string): string => readFileSync(join(root, path), 'utf8')

export type Rule = {
  alert: string
  expr: string
  for?: string
  labels: Record<string, string>
  annotations: Record<string, string>
}

export const readRules = (text = readRepo('deploy/prometheus/alerts.yaml')): Rule[] =>
  (parse(text) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules)

type Panel = { title: string; type: string; targets?: { expr: string }[] }

/** The queries of the dashboard, with what Grafana fills in filled in. */
export const readQueries = (): { title: string; expr: string }[] =>
  (JSON.parse(readRepo('deploy/grafana/signpost.json')) as { panels: Panel[] }).panels.flatMap(
    ({ title, targets = [] }) =>
      targets.map(({ expr }) => ({
        title,
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
      })),
  )

/** Returns the text where an expression stops being PromQL; null for a valid one. */
export function syntaxErrorIn(expr: string): string | null {
  let found: string | null = null
  parser.parse(expr).iterate({
    enter: ({ type, from }) => {
      if (type.isError) found ??= expr.slice(from)
    },
  })
  return found
}

export type Selector = { metric: string; labels: Record<string, string> }

/** The metrics that an expression reads, each with the labels that it asks to be equal to something. */
export function selectorsIn(expr: string): Selector[] {
  const found: Selector[] = []
  parser.parse(expr).iterate({
    enter: ({ name, from, to, node }) => {
      if (name !== 'VectorSelector') return
      const metric = node.getChild('Identifier')
      if (!metric) return
      const labels = [...expr.slice(from, to).matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label!, value!])
      found.push({ metric: expr.slice(metric.from, metric.to), labels: Object.fromEntries(labels) })
    },
  })
  return found
}
