import { expect, test } from 'vitest'
import { openChallengeScene } from '../../ownership/challenge-scene.ts'
import { report } from '../../support/judge.ts'
import { forTests } from '../../support/server.ts'
import { inLanes, openWire } from '../../support/wire.ts'

const guesses = Number(process.env.GUESSES ?? 2_000)

const scene = forTests(() => openChallengeScene({ RESPONSE_STEP_SINGLE_MS: '1' }))
const wire = forTests(() => openWire(scene.server.url))

/** All guesses at once, a different code each; what became of them. */
async function guessAt(key: string, challenges: readonly string[], count: number) {
  const codes = Array.from({ length: count }, (_, n) => String(n).padStart(8, '1'))
  const answers = await inLanes(codes, 64, (code) =>
    wire.send('POST', `/v1/challenges/${challenges[Number(code) % challenges.length]}/answer`, { key, body: { code } }),
  )
  const judged = answers.filter(({ status }) => status === 200).length
  const closed = answers.filter(({ body }) => body?.error?.code === 'challenge_closed').length
  const limited = answers.filter(({ body }) => body?.error?.code === 'challenge_limit').length
  return { judged, closed, limited, others: count - judged - closed - limited }
}

test('of any number of guesses at one challenge at once five are judged', { timeout: 600_000 }, async () => {
  const alias = await scene.email(scene.live.key)
  const { id } = (await scene.on('REST').ask(scene.live.key, alias.id, 'email_code')).record
  const { judged, closed, others } = await guessAt(scene.live.key, [id], guesses)
  report(`${guesses} guesses at one challenge: ${judged} judged, ${closed} refused as closed, ${others} else`)
  expect([judged, closed, others]).toEqual([5, guesses - 5, 0])
  expect((await scene.on('REST').read(scene.live.key, id)).record).toMatchObject({ status: 'failed', attempts_left: 0 })
})

test('over many challenges at once the caps of a receiver and of a consumer hold', { timeout: 600_000 }, async () => {
  await scene.forgetTallies()
  const challenges: string[] = []
  for (let n = 0; n < 20; n++) {
    const alias = await scene.email(scene.live.key)
    challenges.push((await scene.on('REST').ask(scene.live.key, alias.id, 'email_code')).record.id)
  }
  const { judged, others } = await guessAt(scene.live.key, challenges, 1_000)
  report(`1,000 guesses at 20 challenges of one consumer: ${judged} judged`)
  expect([judged, others]).toEqual([50, 0])
})
