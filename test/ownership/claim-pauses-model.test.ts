import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimScene } from '../support/claim-scene.ts'
import { amount } from '../support/judge.ts'
import { forTests, startTestServer } from '../support/server.ts'

/*
 * Claims against donors that are suspended, by themselves or by the operator, over and over, against a naive model that counts
 * the time that is left by hand. After every step: the claim is in the state of the model.
 */

const runs = amount('RUNS', 20)
const length = amount('COMMANDS', 25)
const seed = amount('SEED', 20_261_122)
const week = 7 * 24 * 3_600

const server = forTests(() => startTestServer({ env: { RESPONSE_STEP_SINGLE_MS: '1' }, logLevel: 'silent' }))
const donor = forTests(() => server.key({ consumer: 'donor', livemode: true }))
const claimer = forTests(() => server.key({ consumer: 'claimer', livemode: true }))
const scene = claimScene(server, donor, claimer)

/** State of one claim in the model. */
type World = { state: string; left: number; isHidden: boolean; isStopped: boolean; isProved: boolean; age: number }

/** Processes the claim as the worker does. */
function look(world: World): void {
  if (world.isHidden || world.isStopped) return
  if (world.isProved && world.age <= 24 * 3_600) world.state = 'completed'
  // A proof that grew old meanwhile is asked for again.
  else if (world.isProved) Object.assign(world, { left: week, isProved: false })
  else if (world.left > 0) return
  else if (world.state === 'open') Object.assign(world, { state: 'awaiting_second_proof', left: week })
  else world.state = 'cancelled/second_proof_missing'
}

const isEnded = ({ state }: World) => state.startsWith('c')

const step = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 60 }).map((hours) => ({ kind: 'pass', hours }) as const) },
  { weight: 3, arbitrary: fc.constant({ kind: 'hide' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'stop' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'prove' } as const) },
  { weight: 3, arbitrary: fc.constant({ kind: 'look' } as const) },
)

test(`${runs} runs of ${length} steps: a claim pauses as long as its donor is suspended, and no longer`, {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: length, maxLength: length }),
      fc.boolean(),
      async (steps, isHidden) => {
        await scene.setConsumer(donor, false)
        const alias = await scene.held()
        if (isHidden) await scene.setStatus(alias, 'suspended')
        const claim = await scene.opened(alias)
        const world: World = { state: 'open', left: week, isHidden, isStopped: false, isProved: false, age: 0 }
        for (const now of steps) {
          if (isEnded(world)) break
          if (now.kind === 'pass') {
            // No sum of these is a whole number of hours: no deadline is met to the second.
            const seconds = now.hours * 3_600 + 97
            await scene.pass(seconds)
            world.age += seconds
            if (!world.isHidden && !world.isStopped) world.left -= seconds
          } else if (now.kind === 'stop') {
            world.isStopped = !world.isStopped
            await scene.setConsumer(donor, world.isStopped)
          } else if (now.kind === 'hide' && !world.isStopped) {
            world.isHidden = !world.isHidden
            await scene.setStatus(alias, world.isHidden ? 'suspended' : 'active')
          } else if (now.kind === 'prove' && world.state === 'awaiting_second_proof' && !world.isProved) {
            const isTaken = world.left > 0
            expect(await scene.meet(claimer, claim)).toBe(isTaken ? 'met' : 'claim_closed')
            world.isProved = isTaken
            world.age = 0
          } else if (now.kind === 'look') {
            await scene.advance()
            look(world)
          }
          expect(await scene.state(claim)).toBe(world.state)
        }
        await scene.send(claimer, `claims/${claim.id}/cancel`)
      },
    ),
    { numRuns: runs, seed, endOnFailure: true },
  )
})
