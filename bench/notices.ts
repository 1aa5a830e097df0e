// npm run bench -- notices [--rounds 300]
//
// Measures the time of a change of an endpoint whose identity 1,000 consumers have a grant on, beside one that no consumer has:
// in turns, in one process. Then the time until the last of them is told. Exit code 1 above 1.1, or 5 seconds.

import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { operatorCall } from '../src/cli/app.ts'
import { migrate } from '../src/database/migrate.ts'
import { callOf, issueKey, median, openApp, startPostgres } from './app.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '300' } } })
const rounds = Number(values.rounds)
const grantees = 1_000
const goals = { beside: 1.1, tellMs: 5_000 }

const postgres = await startPostgres()
await migrate(postgres.url)
const app = await openApp(postgres.url, randomBytes(32))
try {
  const { consumerId } = await issueKey(app, 'owner', ['*'])
  const { identities, endpoints } = app.services
  const call = () => callOf(app, consumerId)
  async function makeEndpoint(): Promise<{ identity: string; id: string }> {
    const { id: identity } = await identities.create(call(), { type: 'user' })
    const account = { type: 'bank_account', address: 'DE89370400440532013000', privacyLevel: 'public' } as const
    return { identity, id: (await endpoints.create(call(), { identity, ...account })).id }
  }
  const [granted, alone] = [await makeEndpoint(), await makeEndpoint()]
  for (let n = 0; n < grantees; n++) {
    const { id } = await app.services.consumers.create(operatorCall(app), { name: `grantee ${n}` })
    await app.services.consentGrants.grant(call(), { identity: granted.identity, consumer: id, covers: { all: true } })
  }
  const times = { granted: [] as number[], alone: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const status = round % 2 === 0 ? 'disabled' : 'active'
    for (const [name, { id }] of Object.entries({ granted, alone })) {
      const begin = performance.now()
      await endpoints.update(call(), id, { status })
      times[name as keyof typeof times].push(performance.now() - begin)
    }
  }
  await endpoints.update(call(), granted.id, { status: 'disabled' })
  const begin = performance.now()
  await app.jobs.find(({ name }) => name === 'notify-grantees')!.run()
  const tellMs = performance.now() - begin
  const [a, b] = [median(times.granted), median(times.alone)]
  console.log(
    `a change with ${grantees} grantees ${a.toFixed(2)} ms, without ${b.toFixed(2)} ms: ${(a / b).toFixed(2)}, asked ≤ ${goals.beside}`,
  )
  console.log(`${grantees} grantees told in ${tellMs.toFixed(0)} ms, asked ≤ ${goals.tellMs}`)
  process.exitCode = a / b <= goals.beside && tellMs <= goals.tellMs ? 0 : 1
} finally {
  await app.close()
  await postgres.stop()
}
