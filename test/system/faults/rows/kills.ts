import { setTimeout as pause } from 'node:timers/promises'
import { openFixture } from '../fixture.ts'
import { judge, type Outcome, type Row } from '../row.ts'
import { startTraffic } from '../traffic.ts'

export type KillOptions = {
  kills: number
  seeded?: readonly string[]
  withKeys?: boolean
  progress?: (made: number, of: number) => void
}

/** Kills the server at random moments, each time once it serves again. */
export async function killServers(
  postgres: Parameters<Row['run']>[0]['postgres'],
  { kills, seeded = [], withKeys = true, progress }: KillOptions,
): Promise<Outcome> {
  const fixture = await openFixture(postgres)
  try {
    const server = await fixture.serve({}, seeded)
    const traffic = await startTraffic(fixture, server.url, { writers: 12, readers: 2, thinkMs: 2, withKeys })
    const recovered: (number | null)[] = []
    for (let kill = 0; kill < kills; kill++) {
      await pause(Math.random() * 600)
      await server.kill()
      recovered.push(await traffic.recovered(performance.now()))
      progress?.(kill + 1, kills)
    }
    const found = await traffic.settle()
    // The start time depends on the machine: it is reported, and only a server that never recovers fails.
    const outcome = judge({ ...traffic, found, server, recovered, recoverWithin: 30, mayBreak: true })
    outcome.notes.unshift(`${kills} kills`, `${found.unheard} commits whose answer was lost`)
    if (found.unheard === 0) outcome.unproven = 'no kill fell between the work and its acknowledgement'
    return outcome
  } finally {
    await fixture.close()
  }
}

export const kills: Row = {
  name: 'kill -9 of the server',
  run: ({ postgres, isQuick, progress }) => killServers(postgres, { kills: isQuick ? 5 : 100, progress }),
}
