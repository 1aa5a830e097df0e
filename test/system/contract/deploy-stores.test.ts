import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { migrate } from '../../../src/database/migrate.ts'
import { openOrm } from '../../../src/database/orm.ts'
import { administer, onDatabase } from '../../support/admin.ts'
import { readRepo } from './observing.ts'

const dockerfile = readRepo('Dockerfile')
const compose = parse(readRepo('compose.yaml'))
// biome-ignore lint/suspicious/noExplicitAny: manifests are read as they are, and judged below.
type Manifest = any
const manifests: Manifest[] = parseAllDocuments(readRepo('deploy/kubernetes.yaml')).map((document) => document.toJS())
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const deployments = ofKind('Deployment')

const sources = (service: Manifest): string[] => Object.values(service.environment as Record<string, string>)

test('Compose: the stores are reached by the service alone, with passwords that have no default', () => {
  const { signpost, postgres, valkey } = compose.services
  expect(compose.networks).toEqual({ data: { internal: true } })
  for (const store of [postgres, valkey]) {
    expect(store.networks).toEqual(['data'])
    expect(store.ports).toBeUndefined()
    for (const value of sources(store)) expect(value).toMatch(/^\$\{[A-Z_]+:\?[^}]+\}$/)
  }
  expect(valkey.command.join(' ')).toContain('requirepass')
  expect(signpost.environment.VALKEY_URL).toMatch(/^redis:\/\/:\$\{VALKEY_PASSWORD:\?/)
  // The superuser's password is not the service's.
  expect(postgres.environment.POSTGRES_PASSWORD).not.toBe(postgres.environment.SIGNPOST_PASSWORD)
  expect(signpost.environment.DATABASE_URL).toMatch(/^postgres:\/\/signpost:\$\{POSTGRES_PASSWORD:/)
  expect(postgres.environment.POSTGRES_USER).toBeUndefined()
  expect(postgres.volumes).toContain('./deploy/postgres/roles.sh:/docker-entrypoint-initdb.d/roles.sh:ro')
})

test('every image can be named by its digest', () => {
  const images = Object.values(compose.services as Record<string, Manifest>).flatMap(({ image }) => image ?? [])
  expect(images).toHaveLength(4)
  for (const image of images) expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:-[\w/]+:v?[\d.]+\}$/)
  for (const { build } of Object.values(compose.services as Record<string, Manifest>))
    if (build) expect(build.args.NODE_IMAGE).toMatch(/^\$\{NODE_IMAGE:-/)
  expect(dockerfile.match(/^FROM \$\{NODE_IMAGE\}/gm)).toHaveLength(2)
  expect(dockerfile.match(/^FROM /gm)).toHaveLength(2)
})

test('the role that Compose makes migrates and serves its own database, and is no superuser', async () => {
  const { adminUrl } = inject('postgres')
  const name = `signpost_${randomBytes(4).toString('hex')}`
  const script = /<<'SQL'\n([\s\S]*?)\nSQL/.exec(readRepo('deploy/postgres/roles.sh'))![1]!
  const statements = script
    .replaceAll(/\bsignpost\b/g, name)
    .replace(":'password'", "'secret'")
    .split(';\n')
  for (const statement of statements) await administer(adminUrl, statement.replace(/;$/, ''))
  const url = new URL(onDatabase(adminUrl, name))
  url.username = name
  url.password = 'secret'
  try {
    expect(await migrate(url.href)).not.toEqual([])
    const orm = await openOrm(url.href, { poolSize: 1 })
    const { rows } = await sql`
      select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles
      where rolname = current_user`.execute(orm.em.fork().getKysely())
    await orm.close()
    expect(Object.values(rows[0]!)).toEqual([false, false, false, false, false])
  } finally {
    await administer(adminUrl, `drop database ${name} with (force)`)
    await administer(adminUrl, `drop role ${name}`)
  }
})

test('Kubernetes: pods are reached on one port, and reach DNS, their stores and public addresses alone', () => {
  const [policy] = ofKind('NetworkPolicy')
  expect(policy.spec.policyTypes).toEqual(['Ingress', 'Egress'])
  for (const { spec } of deployments)
    expect(spec.template.metadata.labels).toMatchObject(policy.spec.podSelector.matchLabels)
  expect(policy.spec.ingress.flatMap((rule: Manifest) => rule.ports)).toEqual([{ protocol: 'TCP', port: 4000 }])
  for (const rule of [...policy.spec.ingress, ...policy.spec.egress])
    expect((rule.from ?? rule.to).length).toBeGreaterThan(0)
  const open = policy.spec.egress.find((rule: Manifest) => rule.to.some(({ ipBlock }: Manifest) => ipBlock))
  expect(open.ports.map(({ port }: Manifest) => port)).toEqual([443, 8443])
  expect(open.to[0].ipBlock.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '192.168.0.0/16']))
})
