import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readRepo } from './observing.ts'

// biome-ignore lint/suspicious/noExplicitAny: manifests are read as they are, and judged below.
type Manifest = any
const chart = 'deploy/helm/signpost'
const root = join(import.meta.dirname, '../../..')
const templates = globSync(`${chart}/templates/*`, { cwd: root }).sort()
const values = parse(readRepo(`${chart}/values.yaml`)) as Manifest
const schema = JSON.parse(readRepo(`${chart}/values.schema.json`)) as Manifest
const all = templates.map(readRepo).join('\n')

/** Returns a template with each expression replaced by a word. Nothing is rendered: no Helm is here. */
const withoutExpressions = (text: string): Manifest =>
  parse(text.replace(/^\s*\{\{-.*\}\}\n/gm, '').replace(/\{\{[^}]*\}\}/g, '"?"'))
const plain = parseAllDocuments(readRepo('deploy/kubernetes.yaml')).map((document) => document.toJS() as Manifest)
const ofChart = templates.map((template) => withoutExpressions(readRepo(template)))

test('the chart is of the version of the service', () => {
  const { version, appVersion, apiVersion } = parse(readRepo(`${chart}/Chart.yaml`)) as Manifest
  const { version: own } = JSON.parse(readRepo('package.json')) as { version: string }
  expect({ apiVersion, version, appVersion }).toEqual({ apiVersion: 'v2', version: own, appVersion: own })
})

/** The values that the schema has names for, by their path. */
function named({ $ref, properties = {} }: Manifest, path = ''): string[] {
  if ($ref) return named(schema.definitions[$ref.split('/').at(-1)], path)
  const inner = Object.entries(properties)
  return inner.length === 0 ? [path] : inner.flatMap(([name, value]) => named(value, path ? `${path}.${name}` : name))
}

const at = (path: string): unknown => path.split('.').reduce((found: Manifest, name) => found?.[name], values)

test('every value that a template reads has a default and a rule, and each is read', () => {
  const read = [...new Set([...all.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path!))].sort()
  const known = named(schema).filter((path) => path !== 'global')
  expect(read).toEqual(known.sort())
  for (const path of read) expect(at(path), path).toBeDefined()
  expect(schema.additionalProperties).toBe(false)
})

test('expressions are simple: values, names and the few functions that are known, and every block ends', () => {
  const expressions = [...all.matchAll(/\{\{-?\s*(.*?)\s*-?\}\}/g)].map(([, text]) => text!)
  const allowed =
    /^(?:\.Values\.[\w.]+(?: \| quote)?|\.Release\.Name \| quote|printf "%s-worker" \.Release\.Name \| quote|toJson \.Values\.[\w.]+|if (?:\.Values\.[\w.]+|gt \(int \.Values\.gateway\.replicas\) 1)|add \.Values\.gateway\.replicas 1 \| quote|range \.Values\.[\w.]+|\. \| quote|end)$/
  expect(expressions.filter((text) => !allowed.test(text))).toEqual([])
  const opened = expressions.filter((text) => /^(?:if|range) /.test(text)).length
  expect(expressions.filter((text) => text === 'end')).toHaveLength(opened)
})

test('the chart has the objects of the manifests, locked down and watched alike', () => {
  const kinds = (manifests: Manifest[]) => manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`).sort()
  expect(kinds(ofChart)).toEqual(kinds(plain))
  const podsOf = (manifests: Manifest[]) =>
    manifests.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template.spec)
  const byCommand = (pods: Manifest[]) =>
    pods.sort((a, b) => (a.containers[0].args[0] < b.containers[0].args[0] ? -1 : 1))
  const [mine, theirs] = [byCommand(podsOf(ofChart)), byCommand(podsOf(plain))]
  expect(mine).toHaveLength(2)
  for (const [index, pod] of mine.entries()) {
    const [container, other] = [pod.containers[0], theirs[index].containers[0]]
    for (const field of ['securityContext', 'automountServiceAccountToken', 'terminationGracePeriodSeconds', 'volumes'])
      expect(pod[field], field).toEqual(theirs[index][field])
    for (const field of [
      'args',
      'ports',
      'securityContext',
      'lifecycle',
      'startupProbe',
      'readinessProbe',
      'livenessProbe',
      'volumeMounts',
    ])
      expect(container[field], field).toEqual(other[field])
  }
})

test('the standard values are those of the manifests', () => {
  const gateway = plain.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'signpost')
  const [container] = gateway.spec.template.spec.containers
  expect(values).toMatchObject({
    image: container.image,
    trustProxy: container.env.find(({ name }: Manifest) => name === 'TRUST_PROXY').value,
    gateway: { replicas: gateway.spec.replicas, resources: container.resources },
  })
})
