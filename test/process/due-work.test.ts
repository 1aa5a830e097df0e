import { expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { costOf } from '../support/bystanders.ts'
import { claimScene } from '../support/claim-scene.ts'
import { forTests, startTestServer } from '../support/server.ts'
import { countStatements } from '../support/statement-log.ts'

const server = forTests(() => startTestServer({ env: { RESPONSE_STEP_SINGLE_MS: '1' } }))
const donor = forTests(() => server.key({ consumer: 'donor', livemode: true }))
const claimer = forTests(() => server.key({ consumer: 'claimer', livemode: true }))
const scene = claimScene(server, donor, claimer)

const asked = () => server.app.jobs.filter(({ isDue }) => isDue)
const due = async () => {
  const jobs = asked()
  const answers = await Promise.all(jobs.map((job) => job.isDue!()))
  return jobs.filter((_, index) => answers[index]).map(({ name }) => name)
}
const run = (name: string) => server.app.jobs.find((job) => job.name === name)!.run()

test('every job that runs more often than once in ten seconds has a check for due work', () => {
  const often = server.app.jobs.filter(({ intervalMs }) => intervalMs < 10_000)
  expect(often.map(({ name }) => name).toSorted()).toEqual([
    'advance-claims',
    'expire-grants',
    'match-consent-requests',
    'notify-grantees',
    'recover-deliveries',
  ])
  expect(asked()).toEqual(often)
})

test('all of them together ask the database once, and nothing is due in a registry at rest', async () => {
  const { result, statements } = await countStatements(server.database.url, due)
  expect(result).toEqual([])
  expect(costOf(statements)).toHaveLength(1)
})

test('a consent request is due until it is matched, also one that reaches nobody', async () => {
  const body = { alias: '@nobody.at.all' }
  expect((await claimer.post('/v1/consent_requests', body)).status).toBe(202)
  expect(await due()).toEqual(['match-consent-requests'])
  await run('match-consent-requests')
  expect(await due()).toEqual([])
})

test('a grant is due after its end, also when another process moved that by hand', async () => {
  const { body: identity } = await donor.post('/v1/identities', { type: 'user' })
  const body = {
    identity: identity.id,
    consumer: claimer.consumer,
    covers: { all: true },
    expires_at: Math.floor(Date.now() / 1_000) + 3_600,
  }
  const { body: grant } = await donor.post('/v1/consent_grants', body)
  expect(grant).toMatchObject({ status: 'active' })
  expect(await due()).toEqual([])
  const id = decodeId('consentGrant', grant.id)
  await server.query`update consent_grant set expires_at = now() - interval '1 second' where id = ${id}`
  expect(await due()).toEqual(['expire-grants'])
  await run('expire-grants')
  expect(await due()).toEqual([])
})

test('a recovery is due until all of it is queued, and not once the webhook is removed', async () => {
  const make = { url: 'http://127.0.0.1:1/', enabled_events: ['*'] }
  const { body: hook } = await donor.post('/v1/webhooks', make)
  const recover = () => server.query`update webhook set recover_since = created_at`
  await recover()
  expect(await due()).toEqual(['recover-deliveries'])
  await run('recover-deliveries')
  expect(await due()).toEqual([])
  await donor.remove(`/v1/webhooks/${hook.id}`)
  await recover()
  expect(await due()).toEqual([])
})

test('a claim is due when it is proved, when its time is over, and when its donor is no longer suspended', async () => {
  const { advance, asked, held, meet, pass, setStatus, state } = scene
  const alias = await held()
  const claim = await asked(alias)
  expect(await due()).toEqual([])
  expect(await meet(claimer, claim)).toBe('met')
  expect(await due()).toEqual(['advance-claims'])
  await advance()
  expect([await state(claim), await due()]).toEqual(['open', []])
  await setStatus(alias, 'suspended')
  await pass(7 * 86_400)
  await advance()
  expect([await state(claim), await due()]).toEqual(['open', []])
  await setStatus(alias, 'active')
  expect(await due()).toEqual(['advance-claims'])
  await advance()
  expect(await due()).toEqual([])
})

test('a queued claim is due once no other claim has its alias', async () => {
  const third = await server.key({ consumer: 'third', livemode: true })
  const other = claimScene(server, donor, third)
  const alias = await scene.held()
  const first = await scene.opened(alias)
  const second = await other.opened(alias)
  expect([await scene.state(first), await other.state(second), await due()]).toEqual(['open', 'queued', []])
  await scene.send(claimer, `claims/${first.id}/cancel`)
  expect(await due()).toEqual(['advance-claims'])
  await scene.advance()
  expect([await other.state(second), await due()]).toEqual(['open', []])
})
