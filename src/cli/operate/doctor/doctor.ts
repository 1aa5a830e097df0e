import { countWorkingKeys } from '../../../access/api-keys/store.ts'
import { type Config, readConfig, settingsInForce } from '../../../config/config.ts'
import { readClock } from '../../../database/clock.ts'
import { readLacking } from '../../../database/engine.ts'
import { pendingMigrations } from '../../../database/migrate.ts'
import { readAhead } from '../../../database/partitions/store.ts'
import { readServerVersion } from '../../../database/probe.ts'
import { readReplicaHealth } from '../../../database/read-index/health-store.ts'
import { readSendFacts } from '../../../ownership/senders/store.ts'
import { startWarnings } from '../../../process/starting.ts'
import { countStaleSnapshots, mendSnapshots } from '../../../registry/endpoints/snapshot-store.ts'
import { readOpenerFacts } from '../../../releases/opener-queue/store.ts'
import { chooseAddressSealer } from '../../../vault/address-key.ts'
import { readWrapped, unwrapAll } from '../../../vault/data-key-store.ts'
import { Keyring, replaceAtSeals } from '../../../vault/keyring.ts'
import { countAddresses } from '../../../vault/rotation/address-store.ts'
import { findBroken } from '../../../vault/rotation/binding-store.ts'
import { readWebhookHealth } from '../../../webhooks/store.ts'
import { chooseKeyProvider, commandDatabaseUrl, withDatabase } from '../../database.ts'
import { failureText } from '../../failure.ts'
import { invocation, starting } from '../../terminal.ts'
import { erasedFindings } from '../erase.ts'
import {
  bad,
  bindingsFinding,
  challengesFinding,
  changesFinding,
  engineFinding,
  type Finding,
  type Found,
  good,
  openerFinding,
  partitionsFinding,
  readFeedHealth,
  warning,
  webhookFinding,
} from './findings.ts'
import { replicaFinding } from './replicas.ts'

type Check = (at: { config: Config; url: string; isWhole: boolean }) => Promise<Found>

/** Approximate number of identities to sample. */
const snapshotSample = 10_000

const checks: Record<string, Check> = {
  async settings({ config }) {
    const warnings = startWarnings(config)
    if (warnings.length > 0)
      return warning(
        warnings.join('; '),
        'Change them where the service is started: see docs/reference/configuration.md.',
      )
    const given = settingsInForce().filter(({ from }) => from === 'environment')
    return good(`${given.length} variables, all valid`)
  },

  async database({ url }) {
    const version = await readServerVersion(url)
    if (version < 15) return bad(`PostgreSQL ${version}`, 'Use PostgreSQL 15 or newer.')
    return good(`PostgreSQL ${version} answers`)
  },

  engine: async ({ url }) => engineFinding(await withDatabase(url, readLacking)),

  async migrations({ url }) {
    const pending = await pendingMigrations(url)
    if (pending.length === 0) return good('all applied')
    return bad(`${pending.length} pending`, `Run: ${invocation()} migrate`)
  },

  async encryption({ config, url }) {
    const provider = await chooseKeyProvider(config)
    const keys = await withDatabase(url, async (db) => unwrapAll(await readWrapped(db), provider)).catch(() => null)
    if (keys === null) {
      return bad(
        'this key does not open the data keys',
        'Set ENCRYPTION_KEY or ENCRYPTION_KEY_FILE to the key of this database.',
      )
    }
    if (keys.length === 0) return warning('no data keys yet', `The first start makes them: ${starting()}`)
    const full = keys.filter(({ primary, seals = 0 }) => primary && seals >= replaceAtSeals)
    if (full.length > 0)
      return warning(
        `${full.length} data keys have sealed more than 2^31 values: ${full.map(({ purpose }) => purpose).join(', ')}`,
        `A webhook worker replaces them; without one run: ${invocation()} reencrypt`,
      )
    return good(`${keys.length} data keys open`)
  },

  async addresses({ config, url }) {
    const sealer = chooseAddressSealer(config)
    const counts = await withDatabase(url, countAddresses)
    const own = sealer?.keyId ?? 'keyring'
    const others = Object.entries(counts).filter(([name]) => name !== own)
    const mode = sealer ? `sealed to key ${own}` : 'sealed by the key ring'
    if (others.length === 0) return good(`${mode}: all ${counts[own] ?? 0}`)
    return warning(
      `${mode}; also ${others.map(([name, count]) => `${count} by ${name}`).join(', ')}`,
      `After every gateway has the new key, apart from the gateways: ${invocation()} addresses rotate --help`,
    )
  },

  async keys({ url }) {
    const { active, expiring } = await withDatabase(url, countWorkingKeys)
    if (active === 0)
      return warning(
        'no active API key',
        `Run: ${invocation()} keys create --consumer NAME --new --env test --scopes resolve`,
      )
    return good(`${active} active API keys${expiring > 0 ? `, ${expiring} of them end within a week` : ''}`)
  },

  async snapshots({ url }) {
    const { looked, stale } = await withDatabase(url, async (db) => {
      const lacks = (await readLacking(db)).map(({ capability }) => capability)
      return countStaleSnapshots(db, snapshotSample, !lacks.includes('tablesample'))
    })
    if (stale === 0) return good(`${looked} checked, all match their endpoints`)
    return bad(
      `${stale} of ${looked} checked differ from their endpoints: resolve answers from snapshots`,
      `Run: ${invocation()} doctor --repair-snapshots`,
    )
  },

  async bindings({ config, url, isWhole }) {
    const provider = await chooseKeyProvider(config)
    const report = await withDatabase(url, async (db) => {
      return findBroken(db, new Keyring(await unwrapAll(await readWrapped(db), provider)), isWhole ? Infinity : 10_000)
    })
    return bindingsFinding(report)
  },

  async clock({ url }) {
    const at = await withDatabase(url, readClock)
    const off = Math.abs(Date.now() - at.getTime())
    if (off > 2_000)
      return warning(
        `this machine and the database differ by ${Math.round(off / 1000)} s`,
        'Keep both on network time: webhook receivers refuse signatures that are 300 s off.',
      )
    return good(`within ${off} ms of the database's`)
  },

  async records({ config }) {
    const { databaseRecordsUrl: url } = config
    if (url === undefined) return good('beside the registry')
    const pending = await pendingMigrations(url)
    if (pending.length === 0) return good('apart, all migrations applied')
    return bad(`apart, ${pending.length} migrations pending`, `Run: ${invocation()} migrate`)
  },

  async partitions({ config, url }) {
    const ahead = await withDatabase(url, readAhead)
    const { databaseRecordsUrl: apart } = config
    return partitionsFinding(apart === undefined ? [ahead] : [ahead, await withDatabase(apart, readAhead)])
  },

  replicas: async ({ config, url }) => replicaFinding(await readReplicaHealth(url, config.databaseReadUrls)),

  changes: async ({ url }) => changesFinding(await withDatabase(url, readFeedHealth)),

  async opener({ config, url }) {
    const mode = { isSealed: chooseAddressSealer(config) !== null, isPublished: config.opener.publicKeys.length > 0 }
    return openerFinding(mode, await withDatabase(url, readOpenerFacts))
  },

  challenges: async ({ url }) => challengesFinding(await withDatabase(url, readSendFacts)),

  webhooks: async ({ url }) => webhookFinding(await withDatabase(url, readWebhookHealth)),
}

function show(findings: readonly Finding[], json: boolean | undefined): void {
  if (json) console.log(JSON.stringify(findings))
  else {
    const marks = { good: '✓', warning: '!', bad: '✗' }
    for (const { check, state, found, todo } of findings) {
      console.log(`${marks[state]} ${check.padEnd(12)}${found}`)
      if (todo) console.log(`  ${' '.repeat(12)}→ ${todo}`)
    }
  }
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1
}

type Options = { json?: boolean; repairSnapshots?: boolean; bindings?: boolean; erased?: string }

export async function run({ json, repairSnapshots, bindings, erased }: Options): Promise<void> {
  if (erased !== undefined) return show(await erasedFindings(erased), json)
  const config = readConfig()
  const url = await commandDatabaseUrl(config)
  if (repairSnapshots) {
    const mended = await withDatabase(url, mendSnapshots)
    console.error(`${mended} snapshots rewritten.`)
  }
  const findings: Finding[] = []
  for (const [check, look] of Object.entries(checks)) {
    const found = await look({ config, url, isWhole: bindings === true }).catch((error) =>
      bad(
        failureText(error).split('\n')[0]!,
        check === 'database'
          ? 'Check that PostgreSQL runs and DATABASE_URL is right.'
          : 'Fix the findings above first.',
      ),
    )
    findings.push({ check, ...found })
    if (check === 'database' && found.state === 'bad') break
  }
  show(findings, json)
}
