import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfig } from '../../src/config.ts'
import { createApp } from '../../src/context.ts'
import { localKeyProvider } from '../../src/crypto/key-provider.ts'
import { createLog } from '../../src/log.ts'
import { ensureConsumer } from '../../src/persistence/api-keys.ts'
import { migrate } from '../../src/persistence/migrate.ts'
import { startEmbedded } from '../../src/postgres/embedded.ts'
import { issueApiKey } from '../../src/services/api-keys.ts'
import { goals } from './goals.ts'
import { drive, type Load, type Measured } from './load.ts'
import { seed } from './registry.ts'
import { picture, table } from './report.ts'

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, aliases: { type: 'string' } },
})
const rounds = flags.quick ? 2 : 5
const seconds = flags.quick ? 2 : 5
const aliases = Number(flags.aliases ?? (flags.quick ? 10_000 : 200_000))

type Surface = { path: string; body: (range: number) => Pick<Load, 'body' | 'holes'>; keyed: boolean }

const single = { path: '/v1/resolve', keyed: true, body: () => ({ body: '{"alias":"@user.%d"}', holes: 1 }) }
const hundred = Array.from({ length: 100 }, () => '"@user.%d"').join(',')
const bulk = { path: '/v1/resolve/bulk', keyed: true, body: () => ({ body: `{"items":[${hundred}]}`, holes: 100 }) }
const fields =
  'identity type endpoints { id type capabilities { asset network rail } ... on DisclosedCryptoWallet { address } ... on DisclosedBankAccount { last4 token } }'
const graphql = (query: string, variables: string, holes: number) => ({
  path: '/graphql',
  keyed: true,
  body: () => ({ body: `{"query":${JSON.stringify(query)},"variables":${variables}}`, holes }),
})
const graphqlSingle = graphql(
  `query ($input: ResolveInput!) { resolve(input: $input) { alias matchedAlias { type value } disclosure { consumer totalEndpoints disclosed } livemode requestId ${fields} } }`,
  '{"input":{"alias":"@user.%d"}}',
  1,
)
const inputs = Array.from({ length: 100 }, () => '{"alias":"@user.%d"}').join(',')
const graphqlBulk = graphql(
  `query ($items: [ResolveInput!]!) { resolveBulk(items: $items) { alias status ${fields.replace('type endpoints', 'endpoints')} } }`,
  `{"items":[${inputs}]}`,
  100,
)
const references = Array.from({ length: 100 }, () => '{"__typename":"Resolution","alias":"@user.%d"}').join(',')
const entities = graphql(
  `query ($r: [_Any!]!) { _entities(representations: $r) { ... on Resolution { alias ${fields} } } }`,
  `{"r":[${references}]}`,
  100,
)
const naiveFields = 'id type total endpoints { id type capabilities { asset network rail } address last4 }'
const naiveSingle = graphql(
  `query ($alias: String!) { resolve(alias: $alias) { ${naiveFields} } }`,
  '{"alias":"@user.%d"}',
  1,
)
const naiveBulk = graphql(
  `query ($aliases: [String!]!) { resolveMany(aliases: $aliases) { ${naiveFields} } }`,
  `{"aliases":[${hundred}]}`,
  100,
)
const postgraphile = graphql('query ($alias: String!) { resolveAlias(alias: $alias) }', '{"alias":"user.%d"}', 1)

/** Each measured thing: the server that answers it, and what is asked. */
const rungs: Record<string, { server: string; surface: Surface; env?: Record<string, string>; connections?: number }> =
  {
    'node:http, fixed answer': { server: 'http-fixed', surface: single },
    'fastify, fixed answer': { server: 'fastify-fixed', surface: single },
    'node:http, one prepared statement per request': { server: 'http-prepared', surface: single },
    'node:http, batched (ceiling)': { server: 'http-batched', surface: single },
    'REST single': { server: 'signpost', surface: single },
    'REST single, database stubbed': { server: 'signpost', surface: single, env: { BENCH_STUB: '1' } },
    'GraphQL single': { server: 'signpost', surface: graphqlSingle },
    'graphql-yoga, our resolvers': { server: 'yoga', surface: graphqlSingle },
    'mercurius + jit, our resolvers': { server: 'mercurius', surface: graphqlSingle },
    'Apollo, naive N + 1': { server: 'naive', surface: naiveSingle },
    'PostGraphile 5, function': { server: 'postgraphile', surface: postgraphile },
    'REST bulk of 100': { server: 'signpost', surface: bulk, connections: 8 },
    'GraphQL bulk of 100': { server: 'signpost', surface: graphqlBulk, connections: 8 },
    '_entities of 100': { server: 'signpost', surface: entities, connections: 8 },
    '100 prepared statements': { server: 'http-prepared', surface: bulk, connections: 8 },
    'naive N + 1, bulk of 100': { server: 'naive', surface: naiveBulk, connections: 8 },
  }

const note = (text: string) => process.stderr.write(`${text}\n`)

const folder = mkdtempSync(join(tmpdir(), 'signpost-ladder-'))
// PostgreSQL runs as a user of its own, which must be able to pass.
chmodSync(folder, 0o711)
const postgres = await startEmbedded({ dataDir: folder, onProgress: note })
const children: ChildProcess[] = []
try {
  await migrate(postgres.url)
  const encryptionKey = randomBytes(32)
  const app = await createApp({
    config: readConfig({ RATE_LIMITS: 'off' }),
    databaseUrl: postgres.url,
    keyProvider: localKeyProvider(encryptionKey),
    log: createLog('silent'),
  })
  const consumerId = await ensureConsumer(app.db, 'bench', app.newId)
  const { secret } = await issueApiKey(app.db, app.keyring, app.newId(), {
    consumerId,
    livemode: false,
    scopes: ['*'],
    name: null,
    router: false,
    expiresAt: null,
  })
  await app.db
    .updateTable('consumer')
    .set({ limits: JSON.stringify(raisedLimits()) as never })
    .where('id', '=', consumerId)
    .execute()
  note(`Seeding ${aliases} aliases`)
  await seed(postgres.url, app, consumerId, aliases)
  await app.close()

  const range = aliases / 2
  const env = {
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    BENCH_DATABASE_URL: postgres.url,
    BENCH_CONSUMER: consumerId,
    WEBHOOK_WORKER: 'off',
  }
  const servers = new Map<string, { child: ChildProcess; url: string }>()
  let port = 41_000 + Math.floor(Math.random() * 10_000)
  const chosen = Object.entries(rungs).filter(([name]) => !flags.only || name.includes(flags.only))

  async function serverFor(rung: (typeof rungs)[string], answer: string) {
    const id = `${rung.server}${JSON.stringify(rung.env ?? {})}`
    const running = servers.get(id)
    if (running) return running
    const at = ++port
    const child = fork(fileURLToPath(new URL(`rungs/${rung.server}.ts`, import.meta.url)), {
      env: {
        PATH: process.env.PATH,
        ...env,
        ...rung.env,
        PORT: String(at),
        BENCH_ANSWER: answer,
        NODE_ENV: 'production',
        INTROSPECTION: 'on',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    children.push(child)
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${rung.server} did not start`))),
    ])
    const server = { child, url: `http://127.0.0.1:${at}` }
    servers.set(id, server)
    return server
  }

  const loadOf = ({ surface, connections = 64 }: (typeof rungs)[string], url: string): Load => ({
    url: url + surface.path,
    headers: { 'Content-Type': 'application/json', ...(surface.keyed ? { Authorization: `Bearer ${secret}` } : {}) },
    ...surface.body(range),
    range,
    connections,
    seconds,
  })

  // Every rung answers the same question correctly before it is measured.
  let answer = '{}'
  for (const [name, rung] of [...chosen].sort(([a]) => (a === 'REST single' ? -1 : 1))) {
    const { url } = await serverFor(rung, answer)
    const load = loadOf(rung, url)
    const response = await fetch(load.url, {
      method: 'POST',
      headers: load.headers,
      body: load.body.replaceAll('%d', '7'),
    })
    const text = await response.text()
    const found = (text.match(/0x5290…9EE7/g) ?? []).length
    const expected = load.holes
    const isCorrect = name.startsWith('PostGraphile')
      ? text.includes('projection')
      : name.includes('fixed')
        ? true
        : found === expected
    if (response.status !== 200 || !isCorrect)
      throw new Error(`${name} answers wrongly: ${response.status} ${text.slice(0, 300)}`)
    if (name === 'REST single') answer = text
  }

  const results = new Map<string, Measured[]>(chosen.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, rung] of chosen) {
      const { child, url } = await serverFor(rung, answer)
      const measured = await drive(loadOf(rung, url), child.pid!)
      results.get(name)!.push(measured)
      note(
        `round ${round + 1}/${rounds}  ${name}: ${measured.rps.toFixed(0)} requests/s, ${measured.cpuMicros.toFixed(0)} µs CPU${measured.failed ? `, ${measured.failed} FAILED` : ''}`,
      )
    }
  }
  const text = table(results, goals(results), { aliases, rounds, seconds })
  console.log(text)
  const stem = fileURLToPath(new URL(flags.quick ? 'results/quick' : 'results/latest', import.meta.url))
  writeFileSync(
    `${stem}.json`,
    `${JSON.stringify({ at: new Date().toISOString(), aliases, rounds, seconds, results: Object.fromEntries(results) }, null, 1)}\n`,
  )
  writeFileSync(`${stem}.txt`, `${text}\n`)
  writeFileSync(`${stem}.svg`, picture(results))
} finally {
  for (const child of children) child.kill('SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

function raisedLimits() {
  const raised = { size: 1e9, refillPerSecond: 1e9 }
  return { requests: raised, resolve: raised, misses: raised }
}
