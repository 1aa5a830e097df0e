import { setTimeout as pause } from 'node:timers/promises'
import { type Fixture, openFixture } from '../fixture.ts'
import type { OwnPostgres } from '../postgres.ts'
import { judge, type Outcome, type Row } from '../row.ts'
import { startTraffic } from '../traffic.ts'

export type Fault = {
  times: number
  /** Causes the fault, and returns when it has ended. */
  make(fixture: Fixture): Promise<void>
  recoverWithin?: number
  slowest?: number
  /** Proves something only if commits were made whose answer was lost. */
  needsUnheard?: boolean
}

/** One fault of the database or the way to it, under load, several times. */
export async function underLoad(
  postgres: OwnPostgres,
  { times, make, needsUnheard = false, ...limits }: Fault,
): Promise<Outcome> {
  const fixture = await openFixture(postgres)
  try {
    const server = await fixture.serve()
    const traffic = await startTraffic(fixture, server.url)
    const recovered: (number | null)[] = []
    for (let time = 0; time < times; time++) {
      await pause(300 + Math.random() * 300)
      await make(fixture)
      recovered.push(await traffic.recovered(performance.now()))
    }
    const found = await traffic.settle()
    const outcome = judge({ ...traffic, found, server, recovered, ...limits })
    outcome.notes.unshift(`${times} ×`, `${found.unheard} commits whose answer was lost`)
    if (needsUnheard && found.unheard === 0) outcome.unproven = 'no commit lost its answer'
    if (Object.keys(outcome.refusals).length === 0) outcome.unproven = 'no request met the fault'
    return outcome
  } finally {
    await fixture.close()
  }
}

export const restart: Row = {
  name: 'PostgreSQL restart -m immediate',
  run: ({ postgres, isQuick }) =>
    underLoad(postgres, { times: isQuick ? 1 : 5, make: () => postgres.restart('immediate') }),
}

export const endBackends = (fixture: Fixture) =>
  fixture.ask(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)

export const terminated: Row = {
  name: 'all backends terminated',
  run: ({ postgres, isQuick }) =>
    underLoad(postgres, { times: isQuick ? 3 : 20, make: async (fixture) => void (await endBackends(fixture)) }),
}

/** Cuts all connections while answers are on their way: what was asked for is done, and the server doesn't hear of it. */
export async function loseAnswers({ proxy }: Fixture): Promise<void> {
  proxy.delay(20)
  await pause(200 + Math.random() * 100)
  proxy.cut()
  proxy.delay(0)
}

export const cut: Row = {
  name: 'connections cut, answers lost',
  run: ({ postgres, isQuick }) =>
    underLoad(postgres, { times: isQuick ? 3 : 20, make: loseAnswers, needsUnheard: true }),
}

export const blackhole: Row = {
  name: 'database black-holed',
  run: ({ postgres, isQuick }) =>
    underLoad(postgres, {
      times: isQuick ? 1 : 5,
      async make({ proxy }) {
        proxy.blackhole()
        await pause(isQuick ? 5_000 : 3_000 + Math.random() * 9_000)
        proxy.heal()
      },
    }),
}

export const halfOpen: Row = {
  name: 'connections half-open',
  run: ({ postgres, isQuick }) =>
    underLoad(postgres, { times: isQuick ? 1 : 5, make: async ({ proxy }) => proxy.forget() }),
}
