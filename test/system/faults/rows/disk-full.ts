import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from '../../../../src/postgres/command.ts'
import { openFixture } from '../fixture.ts'
import { startOwnPostgres } from '../postgres.ts'
import { judge, nothing, type Row } from '../row.ts'
import { startTraffic } from '../traffic.ts'

const sizeMb = 256

/** Takes all the space there is. */
async function fill(path: string): Promise<void> {
  const ballast = await open(path, 'w')
  try {
    for (let chunk = Buffer.alloc(1 << 20); ; ) {
      const { bytesWritten } = await ballast.write(chunk)
      if (bytesWritten < chunk.length) chunk = chunk.subarray(0, Math.max(1, bytesWritten >> 1))
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await ballast.close()
  }
}

export const diskFull: Row = {
  name: 'disk full',
  async run({ isQuick }) {
    const folder = await mkdtemp(join(tmpdir(), 'signpost-full-'))
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=711`, 'tmpfs', folder])
    if (mounted.code !== 0) {
      await rm(folder, { recursive: true })
      return { ...nothing(), unproven: 'no small file system could be mounted here' }
    }
    const settings = { shared_buffers: '32MB', min_wal_size: '64MB', max_wal_size: '64MB' }
    const postgres = await startOwnPostgres({ folder, settings })
    try {
      const fixture = await openFixture(postgres)
      const server = await fixture.serve()
      const traffic = await startTraffic(fixture, server.url)
      const refusedBefore = traffic.tally.good
      await fill(join(folder, 'ballast'))
      await pause(isQuick ? 5_000 : 15_000)
      const reads = traffic.tally.outcomes.get('200') ?? 0
      const writes = traffic.tally.outcomes.get('201') ?? 0
      await pause(2_000)
      const readsOn = (traffic.tally.outcomes.get('200') ?? 0) > reads
      const writesOn = (traffic.tally.outcomes.get('201') ?? 0) - writes
      await rm(join(folder, 'ballast'))
      // PostgreSQL ends when its log is out of space; its supervisor starts it again.
      await postgres.revive()
      const recovered = [await traffic.recovered(performance.now())]
      const found = await traffic.settle()
      const outcome = judge({ ...traffic, found, server, recovered })
      outcome.notes.unshift(
        `${refusedBefore} answers before`,
        `reads went on: ${readsOn ? 'yes' : 'no'}`,
        `${writesOn} writes in the last 2 s without space`,
      )
      if (Object.keys(outcome.refusals).length === 0) outcome.unproven = 'no write met the full disk'
      await fixture.close()
      return outcome
    } finally {
      await postgres.stop().catch(() => undefined)
      await run('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    }
  },
}
