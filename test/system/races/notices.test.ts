import { expect, test } from 'vitest'
import { decodeId } from '../../../src/kernel/id.ts'
import { amount, report } from '../../support/judge.ts'
import { query, registryForTests, registryOf } from '../../support/registry.ts'
import { forTests } from '../../support/server.ts'

const rounds = amount('ROUNDS', 25)
const { server, owner } = registryForTests({ logLevel: 'silent' })
const grantee = forTests(() => server.key({ consumer: 'grantee' }))

test('no notice is recorded after its grant was revoked, nor of an endpoint that the grant no longer covers', async () => {
  const mine = registryOf(server, owner)
  const job = server.app.jobs.find(({ name }) => name === 'notify-grantees')!
  const identity: string = (await mine.identity()).id
  const wallet = await mine.wallet(identity)
  const account = await mine.account(identity)
  const count = async (grant: string) => {
    const uuid = decodeId('consentGrant', grant)!
    const [row] = await query<{ n: number }>(
      server,
      `select count(*)::int as n from event_notice where grant_id = '${uuid}'`,
    )
    return row!.n
  }
  const tally = { told: 0, late: 0 }
  for (let round = 0; round < rounds; round++) {
    const { id: grant } = await mine.grant(identity, grantee.consumer)
    const isRevoked = round % 2 === 0
    await mine.patch(`/v1/endpoints/${wallet.id}`, { status: 'disabled' })
    const taking = isRevoked
      ? mine.remove(`/v1/consent_grants/${grant}`)
      : mine.patch(`/v1/consent_grants/${grant}`, { covers: { endpoints: [account.id] } })
    const jobs = [job.run(), job.run()]
    expect((await taking).status).toBe(200)
    const atAnswer = await count(grant)
    await Promise.all(jobs)
    await mine.patch(`/v1/endpoints/${wallet.id}`, { status: 'active' })
    await job.run()
    const after = await count(grant)
    tally.told += atAnswer
    tally.late += after - atAnswer
    if (!isRevoked) await mine.remove(`/v1/consent_grants/${grant}`)
    await server.query`update event_notice set created_at = created_at - interval '2 minutes'
      where created_at > now() - interval '1 minute'`
    await server.query`update notice_due set next_at = now()`
  }
  expect(tally.late).toBe(0)
  // The race is one: now and then the notice comes first.
  report(`${rounds} rounds: ${tally.told} notices before the answer, ${tally.late} after it`)
}, 3_600_000)
