// npm run bench -- impacts [--asked 200]
//
// Measures impacts on an identity with 10 aliases, 50 endpoints and 1,000 active grants, half of which list 49 endpoints, one
// after the other in one process. Their 95th percentile is at most 100 ms.

import { operatorCall } from '../src/cli/app.ts'
import { numbersOf, quantile, timesOf, withOwner } from './app.ts'
import { show } from './figures.ts'

const { asked } = numbersOf({ asked: 200 })
const grantees = 1_000

await withOwner(async ({ app, call }) => {
  const { identities, aliases, endpoints, consumers, consentGrants, impacts } = app.services
  const { id: identity } = await identities.create(call(), { type: 'user' })
  const level = { privacyLevel: 'consent_required' }
  const named = 'abcdefghij'.split('').map((letter) => ({ type: 'username', value: `maria.${letter}` }))
  for (const name of named) await aliases.create(call(), { identity, ...name, ...level })
  const account = { type: 'bank_account', address: 'DE89370400440532013000', ...level }
  const made: string[] = []
  for (let n = 0; n < 50; n++) made.push((await endpoints.create(call(), { identity, ...account })).id)
  const [first] = (await aliases.listOf(call(), [identity], { limit: 1, direction: 'after', cursor: null }, {}))[0]!
    .records
  for (let n = 0; n < grantees; n++) {
    const { id: consumer } = await consumers.create(operatorCall(app), { name: `grantee ${n}` })
    const covers = n % 2 === 0 ? { all: true } : { aliases: [first!.id], endpoints: made.toSpliced(n % 50, 1) }
    await consentGrants.grant(call(), { identity, consumer, covers })
  }
  const times = await timesOf(asked, async (n) => {
    const { loses } = await impacts.predict(call(), { removeEndpoint: { id: made[n % made.length]! } })
    if (loses.length < grantees - grantees / 50)
      throw new Error(`${loses.length} of ${grantees} grantees lose the endpoint`)
  })
  show([{ name: `an impact with ${grantees} grants, p95 ms`, values: [quantile(times, 0.95)], atMost: 100 }])
})
