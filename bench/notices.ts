// npm run bench -- notices [--rounds 300]
//
// Measures the time of a change of an endpoint whose identity 1,000 consumers have a grant on, beside one that no consumer has:
// in turns, in one process. Then the time until the last of them is told.

import { operatorCall } from '../src/cli/app.ts'
import { median, numbersOf, timesOf, withOwner } from './app.ts'
import { show } from './figures.ts'

const { rounds } = numbersOf({ rounds: 300 })
const grantees = 1_000

await withOwner(async ({ app, call }) => {
  const { identities, endpoints } = app.services
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
    times.granted.push(...(await timesOf(1, () => endpoints.update(call(), granted.id, { status }))))
    times.alone.push(...(await timesOf(1, () => endpoints.update(call(), alone.id, { status }))))
  }
  await endpoints.update(call(), granted.id, { status: 'disabled' })
  const [tellMs = 0] = await timesOf(1, () => app.jobs.find(({ name }) => name === 'notify-grantees')!.run())
  const [beside, without] = [median(times.granted), median(times.alone)]
  show([
    { name: `a change with ${grantees} grantees / without`, values: [beside / without], atMost: 1.1 },
    { name: `${grantees} grantees told, ms`, values: [tellMs], atMost: 5_000 },
  ])
})
