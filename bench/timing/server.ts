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

/** The texts that stand for a seeded alias in a request: its name, or an id of a record behind it. */
const leaky = [seededLeak.leaky]
const covered: string[] = [seededLeak.covered, ...coveredIds]
const claims = await sql<{ id: string; value: string }>`select id, value from claim`.execute(app.db)
for (const { id, value } of claims.rows) {
  if (value.startsWith(seededLeak.leaky)) leaky.push(encodeId('claim', id))
  if (value.startsWith(seededLeak.covered)) covered.push(encodeId('claim', id))
}
const keys = await sql<{ id: string }>`select id from api_key where name = ${seededLeak.covered}`.execute(app.db)
covered.push(...keys.rows.map(({ id }) => encodeId('apiKey', id)))

/** Wraps use cases, and adds the delay for the seeded aliases. */
function watch(service: object, ...names: readonly string[]): void {
  const uses = service as Record<string, (call: Call, ...asked: unknown[]) => Promise<unknown>>
  for (const name of names) {
    const real = uses[name]!
    uses[name] = (call, ...asked) => {
      const text = JSON.stringify(asked)
      if (leaky.some((one) => text.includes(one))) leaking.add(call.requestId)
      if (covered.some((one) => text.includes(one))) spin(leakMs)
      return real(call, ...asked)
    }
  }
}
watch(services.resolution, 'resolve', 'resolveBulk', 'resolveReferences')
watch(services.consentRequests, 'ask')
watch(services.payeeChecks, 'check', 'checkMany')
watch(services.destinationChecks, 'check', 'checkMany')
watch(services.releases, 'create')
watch(services.claims, 'create', 'challenge')
watch(services.explanations, 'explain')
watch(services.impacts, 'predict')
watch(services.requests, 'list')
watch(services.audit, 'list')
watch(services.events, 'list')
watch(services.identities, 'list')
watch(services.aliases, 'list')

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
