import { setTimeout as pause } from 'node:timers/promises'
import { hiddenClasses } from '../../test/support/hidden-aliases.ts'
import { type Fixture, makeFixture } from './fixture.ts'
import type { Goal } from './goal.ts'
import { type Judgement, judge } from './judge.ts'
import { Connection, requestOf } from './probe.ts'
import type { ReplicaSurface } from './replica-surfaces.ts'
import { startReplicated, strayed } from './replicated.ts'
import type { Surface } from './surfaces.ts'

type Judging = {
  pairs: number
  limits: Goal
  leakMs: number
  random: () => number
  stepOf: (surface: Surface) => number
  onJudged: (judged: readonly Judgement[]) => void
}

/** Judges look-ups that a replica answers, in each state of it, and says so where another one answered. */
export async function judgeReplicas(
  asked: readonly ReplicaSurface[],
  { pairs, limits, leakMs, random, stepOf, onJudged }: Judging,
): Promise<Judgement[]> {
  if (asked.length === 0) return []
  const site = await startReplicated()
  const judgements: Judgement[] = []
  try {
    const fixture = await makeFixture(site.primaryUrl, { leakMs, replicaUrl: site.replicaUrl })
    try {
      await untilRead(fixture)
      for (const surface of asked) {
        await site.enter(surface.replica)
        const before = (await fixture.shares())!
        const judged = await judge(fixture, surface, { pairs, stepMs: stepOf(surface), random, limits })
        const reason = strayed(surface.replica, before, (await fixture.shares())!)
        const told = judged.map((one) => (reason === null ? one : doubted(one, reason)))
        judgements.push(...told)
        onJudged(told)
      }
    } finally {
      await site.enter('well')
      await fixture.close()
    }
    return judgements
  } finally {
    await site.stop()
  }
}

/** Nothing was shown of a replica that did not answer. A leak stays one. */
const doubted = (one: Judgement, reason: string): Judgement => ({
  ...one,
  verdict: one.verdict === 'leaks' ? 'leaks' : 'inconclusive',
  reasons: [...one.reasons, reason],
})

/** The database has to reach the replica first. */
async function untilRead({ port, key, shares }: Fixture): Promise<void> {
  const connection = new Connection(port)
  const request = requestOf('/v1/resolve', key, { alias: `@${hiddenClasses.unknown}` })
  const deadline = performance.now() + 60_000
  while ((await shares())!.replicas < 10) {
    if (performance.now() > deadline) throw new Error('The replica was not read from')
    await connection.send(request)
    await pause(5)
  }
  connection.close()
}
