import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig, retired, variables } from '../../../src/config/config.ts'
import { startTestServer } from '../../support/server.ts'
import { readRepo } from './observing.ts'

const root = join(import.meta.dirname, '../../..')
const dockerfile = readRepo('Dockerfile')
const compose = parse(readRepo('compose.yaml'))
// biome-ignore lint/suspicious/noExplicitAny: manifests are read as they are, and judged below.
type Manifest = any
const manifests: Manifest[] = parseAllDocuments(readRepo('deploy/kubernetes.yaml')).map((document) => document.toJS())
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const deployments = ofKind('Deployment')

/** Every variable that the configuration reads. */
const configured = (): Set<string> => new Set([...Object.keys(variables), ...Object.keys(retired)])

const variable = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/

/** The variables of the table in docs/reference/configuration.md. */
const tabled = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
    .filter((name) => variable.test(name))

/** Returns the words in code of documents that look like variables: `METRICS_PORT`, `REUSE_PORT=on`. */
const mentioned = (text: string): string[] =>
  [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(([, name]) => name!)

/** Variables of others that documents speak of, codes and enum values of the schema that look like variables. */
const foreign = new Set([
  ...globSync('schema/*.graphql', { cwd: root })
    .flatMap((path) => readRepo(path).match(/^ +[A-Z]+(?:_[A-Z0-9]+)+$/gm) ?? [])
    .map((value) => value.trim()),
  ...(readRepo('docs/reference/errors.md').match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []),
  ...[...readRepo('compose.yaml').matchAll(/\$\{([A-Z_]+):/g)].map(([, name]) => name!),
])

test('every variable that the service reads is in the documented table, and every one there is read', () => {
  expect(
    [...configured()].filter((name) => !tabled(readRepo('docs/reference/configuration.md')).includes(name)),
  ).toEqual([])
  expect(tabled(readRepo('docs/reference/configuration.md')).filter((name) => !configured().has(name))).toEqual([])
  expect(configured().size).toBeGreaterThan(40)
})

test('the documents name no variable that the service does not read', () => {
  const unknown = globSync('{README.md,docs/**/*.md,deploy/**/*.yaml}', {
    cwd: root,
    exclude: ['docs/evidence.md'],
  }).flatMap((path) =>
    mentioned(readRepo(path))
      .filter((name) => !configured().has(name) && !foreign.has(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
  expect(mentioned('set `METRICS_PROT` or `WORKER_COUNT=2`')).toEqual(['METRICS_PROT', 'WORKER_COUNT'])
})

test('the deployment files set variables that the service reads, to values that it takes', () => {
  const image = Object.fromEntries(
    [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => line!.split(' ').map((pair) => pair.split('='))),
  ) as Record<string, string>
  const pods = deployments.flatMap(({ spec }) => spec.template.spec.containers)
  const env = pods.flatMap((container) => container.env as { name: string; value?: string }[])
  const names = [
    ...Object.keys(image),
    ...Object.keys(compose.services.signpost.environment),
    ...env.map(({ name }) => name),
  ]
  expect(names.length).toBeGreaterThan(7)
  expect(names.filter((name) => !configured().has(name))).toEqual([])
  const fixed = env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))
  expect(() => readConfig({ ...image, ...Object.fromEntries(fixed) })).not.toThrow()
})

test('the gateways of the manifests share one limit, also during a rollout', () => {
  const { replicas, strategy, template } = deployments.find(({ metadata }) => metadata.name === 'signpost').spec
  const env = template.spec.containers[0].env as { name: string; value: string }[]
  const { value } = env.find(({ name }) => name === 'PROCESSES')!
  expect(Number(value)).toBe(replicas + strategy.rollingUpdate.maxSurge)
})

test('both deployment files say which proxies are trusted, for the gateway that faces callers', () => {
  expect(compose.services.signpost.environment.TRUST_PROXY).toMatch(/^\$\{TRUST_PROXY:-[\d./]+\}$/)
  const gateway = deployments.find(({ metadata }) => metadata.name === 'signpost')
  const env = gateway.spec.template.spec.containers[0].env as { name: string; value: string }[]
  const { value } = env.find(({ name }) => name === 'TRUST_PROXY')!
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual([value])
})

test('the image runs as any unprivileged user, without development files', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(last).toMatch(/^USER 1000:1000$/m)
  expect(last).toMatch(/^ENV NODE_ENV=production/m)
  expect(dockerfile).toMatch(/npm ci --omit=dev --omit=optional/)
  const ignore = readRepo('.dockerignore').split('\n')
  expect(ignore[0]).toBe('*')
  for (const [, sources] of dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)) {
    for (const source of sources!.split(' ')) {
      expect(existsSync(join(root, source))).toBe(true)
      expect(ignore).toContain(`!${source}`)
    }
  }
})

test("the image's health check passes while the service answers, and fails when nothing does", async () => {
  const [node, ...args] = JSON.parse(/HEALTHCHECK[\s\S]*?CMD (\[.*\])/.exec(dockerfile)![1]!) as string[]
  expect(node).toBe('node')
  const check = async (port: string) => {
    const [code] = await once(spawn(process.execPath, args, { env: { PORT: port } }), 'exit')
    return code
  }
  const server = await startTestServer()
  const { port } = new URL(server.url)
  expect(await check(port)).toBe(0)
  await server.close()
  expect(await check(port)).toBe(1)
})

test.each(deployments.map((deployment) => [deployment.metadata.name as string, deployment]))(
  '%s is locked down, bounded and given time to end',
  (_, { spec }) => {
    const pod = spec.template.spec
    expect(pod.automountServiceAccountToken).toBe(false)
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    // A server that stops takes 25 s at most, after the preStop's 5.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(30)
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
    for (const container of pod.containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.resources.requests).toMatchObject({
        cpu: expect.any(String),
        memory: expect.stringMatching(/Mi$/),
      })
      expect(container.resources.limits).toMatchObject({
        cpu: expect.any(String),
        memory: expect.stringMatching(/Mi$/),
      })
      expect(container.livenessProbe).toBeDefined()
      const volumes = pod.volumes.map(({ name }: { name: string }) => name)
      for (const { name } of container.volumeMounts) expect(volumes).toContain(name)
      const ports = container.ports.map(({ name }: { name: string }) => name)
      for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
        if (probe) expect(ports).toContain((probe.httpGet ?? probe.tcpSocket).port)
      }
    }
  },
)

test('paths in the manifests exist', () => {
  const labels = deployments.map(({ spec }) => spec.template.metadata.labels)
  const selects = (selector: Record<string, string>) =>
    labels.some((given) => Object.entries(selector).every(([name, value]) => given[name] === value))
  for (const { spec } of ofKind('Service')) {
    expect(selects(spec.selector)).toBe(true)
    const ports = deployments[0].spec.template.spec.containers[0].ports
    expect(ports).toContainEqual(expect.objectContaining({ name: spec.ports[0].targetPort }))
  }
  for (const { spec } of ofKind('PodDisruptionBudget')) {
    expect(selects(spec.selector.matchLabels)).toBe(true)
    expect(spec.minAvailable).toBeLessThan(deployments[0].spec.replicas)
  }
})

test('with Compose, too, and its databases are awaited', () => {
  const { signpost, worker, opener } = compose.services
  for (const service of [signpost, worker, opener]) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
    })
  }
  // It listens on nothing, and runs where it is asked for.
  expect(opener).toMatchObject({ profiles: ['opener'], healthcheck: { disable: true }, networks: ['data'] })
  expect(opener.ports).toBeUndefined()
  expect(worker).toMatchObject({ profiles: ['worker'], healthcheck: { disable: true }, networks: ['default', 'data'] })
  expect(worker.ports).toBeUndefined()
  for (const { environment } of [worker, opener])
    expect(Object.keys(environment).filter((name) => !configured().has(name))).toEqual([])
  expect(Number.parseInt(signpost.stop_grace_period, 10)).toBeGreaterThanOrEqual(30)
  const services = Object.entries(compose.services as Record<string, Manifest>)
  const always = services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name)
  expect(['signpost', ...Object.keys(signpost.depends_on)].sort()).toEqual(always.sort())
  for (const [, { build, healthcheck }] of services) if (!build) expect(healthcheck.test).toBeDefined()
  // Published to this machine alone.
  const ports = services.flatMap(([, service]) => (service.ports ?? []) as string[])
  expect(ports).toEqual(['4000', '9090', '3000'].map((port) => `127.0.0.1:${port}:${port}`))
})
