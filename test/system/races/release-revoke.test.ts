import { afterAll, expect, test } from 'vitest'
import { operatorCall } from '../../../src/cli/app.ts'
import { amount } from '../../support/judge.ts'
import { openJwe, payerKey } from '../../support/open-release.ts'
import { type OpenerMachine, openerMachine } from '../../support/opener.ts'
import { iban } from '../../support/registry.ts'
import { type Payee, type Releasing, registerSealingKey, releasing } from '../../support/releasing.ts'
import { type Answer, forTests, startTestServer } from '../../support/server.ts'

/*
 * Payers ask for releases and read them again while the owner takes the permission away. What begins after that has answered
 * must not bring a sealed text, whoever opens: the gateway, or an opener of its own.
 */

const rounds = amount('ROUNDS', 15)
const [encryptionKey, machine] = [Buffer.alloc(32, 7), openerMachine()] as [Buffer, OpenerMachine]
const quiet = { RESPONSE_STEP_SINGLE_MS: '1', RELEASE_WAIT_MS: '8000' }

const builtIn = forTests(() => startTestServer({ env: quiet, encryptionKey, logLevel: 'silent' }))
const sealed = forTests(() => startTestServer({ env: { ...quiet, ...machine.env }, encryptionKey, logLevel: 'silent' }))
const opener = forTests(() => machine.start(sealed))
afterAll(async () => {
  await opener.stop()
  machine.remove()
})

type Round = { scene: Releasing; payee: Payee; sealingKey: string }

/** Ways in which an owner, or the payer itself, takes permission away. Each answers when it is done. */
const takings: Record<string, (round: Round) => Promise<Answer>> = {
  'the grant is revoked': ({ scene, payee }) => scene.mine.remove(`/v1/consent_grants/${payee.grant}`),
  'the grant no longer releases it': ({ scene, payee }) =>
    scene.mine.patch(`/v1/consent_grants/${payee.grant}`, { release: [] }),
  'the grant no longer covers it': async ({ scene, payee }) => {
    const { data } = await scene.mine.get(`/v1/identities/${payee.identity}/aliases`)
    return scene.mine.patch(`/v1/consent_grants/${payee.grant}`, { covers: { aliases: [data[0].id] } })
  },
  'the endpoint is disabled': ({ scene, payee }) =>
    scene.mine.patch(`/v1/endpoints/${payee.endpoint}`, { status: 'disabled' }),
  'the policy is never': ({ scene, payee }) =>
    scene.mine.patch(`/v1/endpoints/${payee.endpoint}`, { release: 'never' }),
  'the identity is suspended': ({ scene, payee }) =>
    scene.mine.patch(`/v1/identities/${payee.identity}`, { status: 'suspended' }),
}

type Tally = { before: number; late: number; hidden: number; failed: string[] }

async function race(scene: Releasing, taking: keyof typeof takings, tally: Tally): Promise<void> {
  const round = { scene, payee: await scene.payee(), sealingKey: scene.sealingKey }
  let isTaken = false
  let isOver = false
  let seen = 0
  const known: string[] = []
  const judge = async (asking: () => Promise<Answer>): Promise<void> => {
    const wasTaken = isTaken
    const { status, text, body } = await asking()
    if (body?.jwe && wasTaken) tally.late++
    else if (body?.jwe) {
      tally.before++
      seen++
      known.push(body.id)
      expect((await openJwe(body.jwe, scene.key)).text).not.toContain(iban)
    } else if (status < 500) tally.hidden++
    else tally.failed.push(text)
  }
  const askers = Array.from({ length: 3 }, async () => {
    while (!isOver) await judge(() => scene.ask(round.payee))
  })
  const readers = Array.from({ length: 2 }, async () => {
    while (!isOver) {
      const id = known.at(-1)
      if (id) await judge(() => scene.read(id))
      else await new Promise((settle) => setImmediate(settle))
    }
  })
  while (seen < 3) await new Promise((settle) => setImmediate(settle))
  const taken = await takings[taking]!(round)
  isTaken = true
  if (taken.status !== 200) tally.failed.push(taken.text)
  await Promise.all([...known.map((id) => judge(() => scene.read(id))), judge(() => scene.ask(round.payee))])
  isOver = true
  await Promise.all([...askers, ...readers])
}

test.each(['built-in', 'of its own'] as const)(
  'nothing sealed is handed out after a taking has answered: opener %s',
  { timeout: 3_600_000 },
  async (which) => {
    const server = which === 'built-in' ? builtIn : sealed
    const scene = await releasing(server)
    const tally: Tally = { before: 0, late: 0, hidden: 0, failed: [] }
    const names = Object.keys(takings)
    for (let n = 0; n < rounds; n++) await race(scene, names[n % names.length]!, tally)
    console.info(
      `releases, opener ${which}: ${rounds} takings, ${tally.before} before, ${tally.late} late, ${tally.hidden} without`,
    )
    expect(tally.failed).toEqual([])
    expect(tally.late).toBe(0)
    expect(tally.before).toBeGreaterThanOrEqual(3 * rounds)
    expect(tally.hidden).toBeGreaterThan(rounds)
    const { rows } = await server.app.pool.query('select count(*)::int as count from release where jwe is not null')
    expect(rows).toEqual([{ count: 0 }])
  },
)

test.each(['built-in', 'of its own'] as const)(
  'nor after a sealing key was removed: opener %s',
  { timeout: 3_600_000 },
  async (which) => {
    const server = which === 'built-in' ? builtIn : sealed
    const scene = await releasing(server, { owner: 'owner', payer: `payer of keys ${which}` })
    const payee = await scene.payee({ release: 'public' })
    for (let n = 0; n < Math.ceil(rounds / 5); n++) {
      const sealingKey = await registerSealingKey(server, scene.payer, await payerKey())
      const asked = Array.from({ length: 4 }, () => scene.ask(payee, { sealing_key: sealingKey }))
      const removed = await server.send('DELETE', `/v1/sealing_keys/${sealingKey}`, { key: scene.payer.key })
      expect(removed.status).toBe(200)
      for (const { body } of await Promise.all(asked))
        if (body.id) expect((await scene.read(body.id)).body.jwe).toBeNull()
      expect((await scene.ask(payee, { sealing_key: sealingKey })).body.error.code).toBe('sealing_key_not_usable')
      // A removed key keeps its place for a day.
      await server.app.pool.query(
        "update sealing_key set removed_at = removed_at - interval '2 days' where removed_at is not null",
      )
    }
  },
)

test('payers that read without a pause keep no writer waiting', { timeout: 3_600_000 }, async () => {
  const scene = await releasing(builtIn, { owner: 'busy owner', payer: 'busy payer' })
  const payee = await scene.payee()
  const { consumers } = builtIn.app.services
  const writers: (() => Promise<unknown>)[] = [
    () => scene.mine.patch(`/v1/consent_grants/${payee.grant}`, { purpose: 'payout' }),
    () => scene.mine.patch(`/v1/endpoints/${payee.endpoint}`, { priority: 2 }),
    () => consumers.suspend(operatorCall(builtIn.app), scene.owner.consumer),
    () => consumers.resume(operatorCall(builtIn.app), scene.owner.consumer),
    () => scene.payer.remove(`/v1/sealing_keys/${scene.sealingKey}`),
  ]
  const { body } = await scene.ask(payee)
  let isOver = false
  const readers = Array.from({ length: 32 }, async () => {
    while (!isOver) await scene.read(body.id)
  })
  const from = performance.now()
  for (const write of writers) await write()
  const tookMs = performance.now() - from
  isOver = true
  await Promise.all(readers)
  console.info(`five writers beside 32 readers of a release: ${Math.round(tookMs)} ms`)
  // Share locks that overlap without end keep them 20 s and more.
  expect(tookMs).toBeLessThan(8_000)
})
