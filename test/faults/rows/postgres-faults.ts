import { setTimeout as pause } from 'node:timers/promises'
import { type Bed, openBed } from '../bed.ts'
import type { OwnPostgres } from '../postgres.ts'
import { judge, type Outcome, type Row } from '../row.ts'
import { startTraffic } from '../traffic.ts'

export type Fault = {
  times: number
  /** Makes the fault, and returns when it is over. */
  make(bed: Bed): Promise<void>
  recoverWithin?: number
  slowest?: number
}

/** One fault of the database or the way to it, under load, several times. */
export async function underLoad(postgres: OwnPostgres, { times, make, ...limits }: Fault): Promise<Outcome> {
  const bed = await openBed(postgres)
  try {
    const server = await bed.serve()
    const traffic = await startTraffic(bed, server.url)
    const recovered: (number | null)[] = []
    for (let time = 0; time < times; time++) {
      await pause(300 + Math.random() * 300)
      await make(bed)
      recovered.push(await traffic.recovered(performance.now()))
    }
    const found = await traffic.settle()
    const outcome = judge({ ...traffic, found, server, recovered, ...limits })
    outcome.notes.unshift(`${times} ×`)
    if (Object.keys(outcome.refusals).length === 0) outcome.unproven = 'no request met the fault'
    return outcome
  } finally {
    await bed.close()
  }
}

export const restart: Row = {
  name: 'PostgreSQL restart -m immediate',
  run: ({ postgres, isQuick }) =>
    underLoad(postgres, { times: isQuick ? 1 : 5, make: () => postgres.restart('immediate') }),
}

export const terminated: Row = {
  name: 'all backends terminated',
  run: ({ postgres, isQuick }) =>
    underLoad(postgres, {
      times: isQuick ? 3 : 20,
      async make(bed) {
        await bed.ask(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
      },
    }),
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
