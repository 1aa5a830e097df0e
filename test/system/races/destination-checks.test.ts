import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { claimScene } from '../../support/claim-scene.ts'
import { importValues } from '../../support/importing.ts'
import { amount } from '../../support/judge.ts'
import { iban, registryOf } from '../../support/registry.ts'
import { type Body, forTests, type Key, startTestServer } from '../../support/server.ts'

/*
 * A permission is taken away exactly between the verdict of a check and its read of fingerprints, and while checks are under way.
 */

const rounds = amount('ROUNDS', 8)

let payer: Key
const server = forTests(() => startTestServer({ env: { RESPONSE_STEP_SINGLE_MS: '1' } }))
const owner = forTests(() => server.key({ consumer: 'owner', livemode: true }))
const claimer = forTests(() => server.key({ consumer: 'claimer', livemode: true }))
const mine = registryOf(server, owner)

type Scene = { identity: string; alias: Body; endpoint: string; ref: string; grant: string }

let serial = 0
/** A merchant whose account the payer sees by a grant. */
async function scene(): Promise<Scene> {
  payer = await server.key({ consumer: `payer ${randomBytes(6).toString('hex')}`, livemode: true })
  const ref = randomBytes(8).toString('hex')
  const { id: identity } = await mine.identity({ type: 'merchant' })
  const held = await mine.alias(identity, 'phone', `+1646${2_000_000 + ++serial}`, {
    privacy_level: 'public',
  })
  const account = await mine.account(identity, { address: iban, privacy_level: 'unlisted', external_reference: ref })
  const grant = await mine.grant(identity, payer.consumer, { covers: { endpoints: [account.id] } })
  return { identity, alias: held, endpoint: account.id, ref, grant: grant.id }
}

const check = async ({ alias }: Scene): Promise<string> => {
  const destination = { type: 'bank_account', address: iban }
  const asked = { type: 'phone', value: alias.value, destination }
  return (await payer.post('/v1/destination_checks', asked)).body.verdict
}

const patch = (path: string, body: object) => owner.patch(path, body)

/** Ways to take a permission away: each is done when it answers. */
const takings: Record<string, (scene: Scene) => Promise<() => Promise<unknown>>> = {
  'the grant is revoked':
    async ({ grant }) =>
    () =>
      mine.remove(`/v1/consent_grants/${grant}`),
  'the grant is narrowed':
    async ({ alias, grant }) =>
    () =>
      patch(`/v1/consent_grants/${grant}`, { covers: { aliases: [alias.id] } }),
  'the endpoint is replaced by an import':
    async ({ ref }) =>
    () =>
      importValues(server, owner.consumerId, [{ object: 'endpoint', ref, address: 'GB82WEST12345698765432' }], {
        livemode: true,
      }),
  'the endpoint is made private':
    async ({ endpoint }) =>
    () =>
      patch(`/v1/endpoints/${endpoint}`, { privacy_level: 'private' }),
  'the alias is made private':
    async ({ alias }) =>
    () =>
      patch(`/v1/aliases/${alias.id}`, { privacy_level: 'private' }),
  'the endpoint is disabled':
    async ({ endpoint }) =>
    () =>
      patch(`/v1/endpoints/${endpoint}`, { status: 'disabled' }),
  'the endpoint is removed':
    async ({ endpoint }) =>
    () =>
      mine.remove(`/v1/endpoints/${endpoint}`),
  'the identity is suspended':
    async ({ identity }) =>
    () =>
      patch(`/v1/identities/${identity}`, { status: 'suspended' }),
  'checks are turned off':
    async ({ identity }) =>
    () =>
      patch(`/v1/identities/${identity}`, { destination_checks: 'off' }),
  'the alias is released':
    async ({ alias }) =>
    () =>
      mine.remove(`/v1/aliases/${alias.id}`),
  'a claim of the alias is completed': async ({ alias }) => {
    const claims = claimScene(server, owner, claimer)
    const claim = await claims.opened(alias)
    return async () => {
      const { body } = await claims.send(owner, `claims/${claim.id}/confirm`)
      expect(body.status).toBe('completed')
    }
  },
}

/** Runs work after the verdict of the next check and before its next statement: there the mark of the alias is opened. */
function betweenVerdictAndRead(work: () => Promise<unknown>): () => boolean {
  const { keyring } = server.app
  const opening = keyring.opening.bind(keyring)
  let isDone = false
  keyring.opening = (async (open: () => unknown) => {
    keyring.opening = opening
    const opened = await opening(open)
    await work()
    isDone = true
    return opened
  }) as typeof keyring.opening
  return () => isDone
}

test.each(Object.keys(takings))(
  'no check matches after %s between its verdict and its read',
  { timeout: 3_600_000 },
  async (taking) => {
    for (let n = 0; n < rounds; n++) {
      const made = await scene()
      const take = await takings[taking]!(made)
      expect(await check(made)).toBe('match')
      const isDone = betweenVerdictAndRead(take)
      expect([taking, await check(made), isDone()]).not.toEqual([taking, 'match', true])
      expect(isDone()).toBe(true)
      expect(await check(made)).not.toBe('match')
    }
  },
)

test('no check that begins after a taking has answered matches, while others are under way', {
  timeout: 3_600_000,
}, async () => {
  const names = Object.keys(takings)
  const times = Math.max(rounds, names.length)
  let [before, late] = [0, 0]
  for (let n = 0; n < times; n++) {
    const made = await scene()
    const take = await takings[names[n % names.length]!]!(made)
    let isTaken = false
    let isOver = false
    let seen = 0
    const askers = Array.from({ length: 3 }, async () => {
      while (!isOver) {
        const wasTaken = isTaken
        if ((await check(made)) !== 'match') continue
        seen++
        if (wasTaken) late++
      }
    })
    while (seen < 3) await new Promise((settle) => setImmediate(settle))
    await take()
    isTaken = true
    for (let at = 0; at < 5; at++) if ((await check(made)) === 'match') late++
    isOver = true
    await Promise.all(askers)
    before += seen
  }
  console.info(`destination checks: ${times} takings, ${before} matches before, ${late} late`)
  expect(late).toBe(0)
})
