import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from '../../test/support/connection.ts'
import { hiddenClasses } from '../../test/support/hidden-aliases.ts'
import { startKeeper } from '../../test/support/keeper.ts'
import { startPrimary, startStandby } from '../../test/support/replication.ts'
import { type Fixture, makeFixture, type ReplicaShares } from './fixture.ts'
import { type Judgement, judge } from './judge.ts'
import { requestOf } from './probe.ts'
import { bulk, copies, covered, coveredOfMany, rest, type Surface, some } from './surfaces.ts'

/** Surfaces of a gateway that reads look-ups from a replica, while that answers or is silent. */
export type ReplicaSurface = Surface & { replica: 'well' | 'silent' }

const single = { ...rest, ...covered, classes: some } as const
const one = { ...bulk(copies(1)), ...coveredOfMany, classes: some } as const

export const replicaSurfaces: readonly ReplicaSurface[] = [
  { name: 'REST by a replica', ...single, replica: 'well' },
  { name: 'bulk by a replica', ...one, replica: 'well' },
  { name: 'REST by the primary instead', ...single, replica: 'silent' },
  { name: 'bulk by the primary instead', ...one, replica: 'silent' },
]

/**
 * Judges look-ups by a replica and by the primary, and reports a surface that was answered by the other one. `judged`
 * gets each surface's judgements.
 */
export async function judgeReplicas(
  surfaces: readonly ReplicaSurface[],
  leakMs: number,
  optionsOf: (surface: Surface) => Parameters<typeof judge>[2],
  judged: (judgements: readonly Judgement[]) => void,
): Promise<void> {
  const { scratch, stop } = await startKeeper({ scratchOnly: true })
  const primary = await startPrimary(scratch, 'primary', { fsync: 'off' })
  const replica = await startStandby(scratch, 'replica', primary)
  const fixture = await makeFixture(primary.url, { leakMs, replicaUrl: replica.url })
  try {
    await untilRead(fixture)
    for (const surface of surfaces) {
      if (surface.replica === 'silent') await replica.freeze()
      const before = (await fixture.shares())!
      const judgements = await judge(fixture, surface, optionsOf(surface))
      const reason = strayed(surface.replica, before, (await fixture.shares())!)
      await replica.thaw()
      judged(reason === null ? judgements : judgements.map((judgement) => doubted(judgement, reason)))
    }
  } finally {
    await replica.thaw()
    await fixture.close()
    for (const node of [replica, primary]) await node.stop()
    await stop()
  }
}

/** A surface without answers of the replica is inconclusive. A leak stays one. */
const doubted = (judgement: Judgement, reason: string): Judgement => ({
  ...judgement,
  verdict: judgement.verdict === 'leaks' ? 'leaks' : 'inconclusive',
  reasons: [...judgement.reasons, reason],
})

/** Waits until the replica has the database. */
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

/** Returns why the answers were not those of a replica in that state; null if they were. */
export function strayed(state: ReplicaSurface['replica'], before: ReplicaShares, after: ReplicaShares): string | null {
  const read = after.replicas - before.replicas
  const total = read + after.primary - before.primary
  const share = total === 0 ? 0 : read / total
  const isAsMeant = state === 'silent' ? share < 0.05 && total > 0 : share > 0.9
  return isAsMeant ? null : `of ${total} batches the replica answered ${read}`
}
