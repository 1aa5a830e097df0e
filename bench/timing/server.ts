// The server under measurement: the real one, in a separate process, with the seeded leak. Argument: its delay.

import { sql } from 'kysely'
import { readConfig } from '../../src/config/config.ts'
import type { Call } from '../../src/kernel/call.ts'
import { encodeId } from '../../src/kernel/id.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createApp } from '../../src/process/compose/context.ts'
import { startServer } from '../../src/process/server.ts'
import { localKeyProvider, parseKey } from '../../src/vault/key-provider.ts'
import { seededLeak } from './goal.ts'
import { countsOn, coveredIds } from './payable.ts'

const leakMs = Number(process.argv[2])
const config = readConfig()
const app = await createApp({
  config,
  databaseUrl: config.databaseUrl!,
  keyProvider: localKeyProvider(parseKey(config.encryptionKey!)),
  // Lines are rendered and discarded: a log on a shared disk would be measured too.
  log: createLog(config.logLevel, { write: () => undefined }),
})

function spin(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

// The surface reads the quota headers of a call and then, in the same turn, its release step.
const leaking = new Set<string>()
let isLeaky = false
const { limits, quantise, services } = app
app.limits = {
  ...limits,
  headers(call) {
    isLeaky = leaking.delete(call.requestId)
    return limits.headers(call)
  },
}
const leakyQuantise = async (...args: Parameters<typeof quantise>): Promise<number> => {
  const leaks = isLeaky
  const heldMs = await quantise(...args)
  if (leaks) spin(leakMs)
  return heldMs
}
app.quantise = Object.assign(leakyQuantise, { counts: quantise.counts, now: quantise.now, rounded: quantise.rounded })

function seedFault(call: Call, text: string): void {
  if (text.includes(seededLeak.leaky)) leaking.add(call.requestId)
  if ([seededLeak.covered, ...coveredIds].some((name) => text.includes(name))) spin(leakMs)
}

/** Wraps a use case, and adds the delay for its seeded alias. */
function watch(service: Record<string, unknown> | undefined, names: readonly string[]): void {
  for (const name of names) {
    const real = service?.[name] as ((call: Call, ...asked: unknown[]) => Promise<unknown>) | undefined
    if (!real) continue
    service![name] = (call: Call, ...asked: unknown[]): Promise<unknown> => {
      seedFault(call, JSON.stringify(asked))
      return real(call, ...asked)
    }
  }
}
/** A code is requested by the claim's id. */
async function watchChallenges(): Promise<void> {
  const aliases = [seededLeak.leaky, seededLeak.covered]
  const { rows } = await sql<{ id: string; value: string }>`select id, value from claim`.execute(app.db)
  const named = rows.filter(({ value }) => aliases.some((alias) => value.startsWith(alias)))
  const claimed = new Map(named.map(({ id, value }) => [encodeId('claim', id), value]))
  const ask = services.claims.challenge
  services.claims.challenge = (call, id, asked) => {
    seedFault(call, claimed.get(id) ?? '')
    return ask(call, id, asked)
  }
}
/** A list of refusals is identified by the refused key. */
async function watchRequests(): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from api_key where name = ${seededLeak.covered}`.execute(app.db)
  const named = new Map(rows.map(({ id, name }) => [encodeId('apiKey', id), name]))
  const list = services.requests.list
  services.requests.list = (call, page, filter) => {
    seedFault(call, named.get(filter?.key ?? '') ?? '')
    return list(call, page, filter)
  }
}
watch(services.resolution as never, ['resolve', 'resolveBulk', 'resolveReferences'])
watch(services.consentRequests as never, ['request', 'create', 'ask'])
watch(services.payeeChecks as never, ['check', 'checkMany'])
watch(services.destinationChecks as never, ['check', 'checkMany'])
watch(services.releases as never, ['create'])
watch(services.claims as never, ['create'])
watch(services.explanations as never, ['explain'])
watch(services.impacts as never, ['predict'])
watch(services.audit as never, ['list'])
watch(services.events as never, ['list'])
watch(services.identities as never, ['list'])
watch(services.aliases as never, ['list'])
await watchChallenges()
await watchRequests()

/** Batches by the answering server. */
function sharesOf(counts: NonNullable<typeof app.replicas>['counts'] | undefined) {
  if (!counts) return null
  return { primary: counts.primary, replicas: counts.replicas.reduce((sum, count) => sum + count, 0) }
}

const server = await startServer(app)
process.send!({ port: Number(new URL(server.url).port) })
process.on('message', async (asked) => {
  if (asked === 'forget tallies')
    await sql`delete from challenge_tally where key in (
      select key from challenge_tally where expires_at < ${countsOn} for update skip locked)`.execute(app.db)
  // The parent process may have ended meanwhile.
  if (process.connected) process.send!({ counts: app.quantise.counts, shares: sharesOf(app.replicas?.counts) })
})
process.on('disconnect', async () => {
  await server.stop()
  await app.close()
  process.exit(0)
})
