import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createProgram, leavesOf } from '../../../src/cli/commands.ts'
import { readConfig } from '../../../src/config/config.ts'
import { parseKey } from '../../../src/vault/key-provider.ts'
import { readRepo } from './observing.ts'

const root = join(import.meta.dirname, '../../..')
// biome-ignore lint/suspicious/noExplicitAny: it is read as it is, and judged below.
type Manifest = any
const compose = parse(readRepo('compose.yaml')) as Manifest
const services: [string, Manifest][] = Object.entries(compose.services)

test('the README has at most 150 lines', () => {
  expect(readRepo('README.md').split('\n').length).toBeLessThanOrEqual(151)
})

test('the Dockerfile is well-formed, and a mistake in it would be found', () => {
  const text = readRepo('Dockerfile')
  expect(validate(text).map(({ message }) => message)).toEqual([])
  expect(validate(text.replace('WORKDIR', 'WORKDIRE'))).not.toEqual([])
})

test('files that Compose mounts exist, and names that it uses are defined', () => {
  const mounts = services.flatMap(([, { volumes = [] }]) => volumes as string[]).map((mount) => mount.split(':')[0]!)
  for (const source of mounts.filter((mount) => mount.startsWith('./'))) {
    expect([source, existsSync(join(root, source))]).toEqual([source, true])
  }
  const named = mounts.filter((mount) => /^[a-z]/.test(mount))
  expect(Object.keys(compose.volumes).sort()).toEqual(named.sort())
  const used = services.flatMap(([, { secrets = [] }]) => secrets as string[])
  expect(Object.keys(compose.secrets).sort()).toEqual(used.sort())
})

test('each extra of Compose is a separate profile, which the documentation has', () => {
  const profiles = Object.fromEntries(services.map(([name, service]) => [name, service.profiles]))
  expect(profiles).toMatchObject({
    worker: ['worker'],
    opener: ['opener'],
    prometheus: ['prometheus', 'grafana'],
    grafana: ['grafana'],
  })
  const [, section = ''] = readRepo('docs/how-to/install.md').split('## Docker Compose')
  const rows = [...section.split('## The image')[0]!.matchAll(/^\| `(\w+)` \|/gm)].map(([, profile]) => profile)
  expect(rows.sort()).toEqual([...new Set(Object.values(profiles).flatMap((names) => names ?? []))].sort())
})

test('Prometheus asks the gateways and workers of Compose with their token, and reads the alerts', () => {
  const prometheus = parse(readRepo('deploy/prometheus/prometheus.yaml')) as Manifest
  const [{ authorization, dns_sd_configs: found }] = prometheus.scrape_configs
  for (const name of found[0].names) {
    expect(compose.services[name].environment.METRICS_TOKEN).toMatch(/^\$\{METRICS_TOKEN:-\}$/)
    expect(compose.services[name].networks ?? ['default']).toContain('default')
  }
  expect(found[0].names).toEqual(['signpost', 'worker'])
  expect(authorization.credentials_file).toBe('/run/secrets/metrics_token')
  const targets = (compose.services.prometheus.volumes as string[]).map((mount) => mount.split(':')[1])
  for (const file of prometheus.rule_files) expect(targets).toContain(file)
})

test('Grafana finds Prometheus and the dashboard where Compose puts them, and has no known password', () => {
  const { environment, volumes, secrets } = compose.services.grafana
  const source = parse(readRepo('deploy/grafana/provisioning/datasources/prometheus.yaml')) as Manifest
  expect(source.datasources[0].url).toBe('http://prometheus:9090')
  const { options } = (parse(readRepo('deploy/grafana/provisioning/dashboards/signpost.yaml')) as Manifest).providers[0]
  expect((volumes as string[]).map((mount) => mount.split(':')[1])).toContain(`${options.path}/signpost.json`)
  expect(environment.GF_SECURITY_ADMIN_PASSWORD__FILE).toBe(`/run/secrets/${secrets[0]}`)
})

test('the script makes every secret that Compose asks for, for its owner alone, and replaces none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-env-'))
  const script = join(root, 'deploy/compose-env.sh')
  const run = () => spawnSync('sh', [script], { cwd: folder, encoding: 'utf8' })
  expect(run().status).toBe(0)
  const file = join(folder, '.env')
  const text = readFileSync(file, 'utf8')
  const made = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => /^([A-Z_]+)=(\S+)$/.exec(line)!.slice(1)),
  )
  const asked = [...readRepo('compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name!)
  const kept = Object.values(compose.secrets as Record<string, { environment: string }>)
  expect(Object.keys(made).sort()).toEqual([...new Set([...asked, ...kept.map((one) => one.environment)])].sort())
  expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length)
  expect(parseKey(made.ENCRYPTION_KEY as string)).toHaveLength(32)
  expect(() => readConfig({ METRICS_TOKEN: made.METRICS_TOKEN as string })).not.toThrow()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(run().status).not.toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(text)
  rmSync(folder, { recursive: true })
})

const units = globSync('deploy/systemd/*.service', { cwd: root }).sort()

test('there is a unit for each process of the service', () => {
  expect(units.map((unit) => unit.slice('deploy/systemd/'.length))).toEqual([
    'signpost-opener.service',
    'signpost-worker.service',
    'signpost.service',
    'signpost@.service',
  ])
})

const settings = (text: string): Map<string, string[]> =>
  Map.groupBy(
    text.split('\n').filter((line) => /^\w+=/.test(line)),
    (line) => line.split('=')[0]!,
  )

test.each(units)('%s runs a command that exists, locked down, and is given time to end', async (unit) => {
  const text = readRepo(unit)
  const found = settings(text)
  const [, words = ''] = /^ExecStart=\/opt\/signpost\/node_modules\/\.bin\/signpost (.*)$/m.exec(text) ?? []
  const commands = leavesOf(await createProgram()).map(([path]) => path.split(' ')[0])
  expect(commands).toContain(words.split(' ')[0])
  expect(text).toContain('\nDynamicUser=yes\nNoNewPrivileges=yes\nCapabilityBoundingSet=\n')
  expect(text).toContain('\nEnvironmentFile=/etc/signpost/signpost.env\n')
  expect(text).toContain('\nRestartPreventExitStatus=2\n')
  // A server that stops takes 25 s at most.
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)![1])).toBeGreaterThan(25)
  // A value that stands in a unit can be read by everybody.
  for (const line of found.get('Environment')!)
    expect(line).toMatch(
      /=(?:PATH=[\w/:.-]+|NODE_ENV=production|REUSE_PORT=on|PROCESS_INDEX=%i|\w+_DIR=%S\/[\w-]+|\w+_FILE=%d\/[\w.]+)$/,
    )
})

test('the template unit runs processes of one user, which may share a port', () => {
  const text = readRepo('deploy/systemd/signpost@.service')
  expect(text).toContain('\nEnvironment=REUSE_PORT=on\nEnvironment=PROCESS_INDEX=%i\n')
  // Without a name each instance would have a separate user.
  expect(text).toContain('\nUser=signpost\nDynamicUser=yes\n')
  const env = Object.fromEntries(
    [...text.matchAll(/^Environment=([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  )
  const shared = { PROCESSES: '2', DATABASE_URL: 'postgres://signpost@db/signpost', RATE_LIMIT_STORE: 'postgres' }
  const process = readConfig({ ...env, ...shared, PROCESS_INDEX: '1' })
  expect(process).toMatchObject({ reusePort: true, processes: 2, processIndex: 1 })
})

test('systemd accepts the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-units-'))
  const judged = (text: string) => {
    writeFileSync(join(folder, 'signpost.service'), text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
    const { stderr, error } = spawnSync('systemd-analyze', ['verify', join(folder, 'signpost.service')], {
      encoding: 'utf8',
    })
    return error === undefined ? stderr.split('\n').filter((line) => line.includes('signpost.service')) : null
  }
  const verdicts = units.map((unit) => judged(readRepo(unit)))
  const control = judged(readRepo(units[0]!).replace('Restart=on-failure', 'Restart=sometimes'))
  rmSync(folder, { recursive: true })
  // Without systemd the units are not verified here: the assertions above hold their content.
  const isThere = spawnSync('sh', ['-c', 'command -v systemd-analyze']).status === 0
  expect(verdicts).toEqual(units.map(() => (isThere ? [] : null)))
  expect(control === null || control.length > 0).toBe(true)
})

test('the shell scripts of the deployment are well-formed', () => {
  for (const script of globSync('deploy/**/*.sh', { cwd: root })) execFileSync('sh', ['-n', join(root, script)])
})
