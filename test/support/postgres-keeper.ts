// Keeps the PostgreSQL and the scratch folder of one test run, in a session of its own. It says one JSON line when ready;
// when its standard input ends, however the run ended, it stops every server below the scratch folder and removes it.

import { chmodSync } from 'node:fs'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../../src/postgres/embedded.ts'
import { identify, servesCluster } from '../../src/postgres/process.ts'

/** The ready message of the keeper. */
export interface Kept {
  scratch: string
  adminUrl: string | null
  logFile: string | null
}

// Nothing here has to survive a crash of the machine.
const forgetful = {
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_preload_libraries: 'pg_stat_statements',
}

const scratch = await mkdtemp(join(tmpdir(), 'signpost-test-'))
chmodSync(scratch, 0o711)
const ended = new Promise((settle) => process.stdin.on('end', settle).on('error', settle).resume())
try {
  const embedded = process.argv.includes('--scratch-only')
    ? null
    : await startEmbedded({
        dataDir: join(scratch, 'shared'),
        settings: forgetful,
        sharedDir: join(scratch, 'elsewhere'),
      })
  const kept: Kept = { scratch, adminUrl: embedded?.url ?? null, logFile: embedded?.logFile ?? null }
  process.stdout.write(`${JSON.stringify(kept)}\n`)
  await ended
  await embedded?.stop()
} finally {
  for await (const file of glob(join(scratch, '**/postmaster.pid'))) await end(file)
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}

async function end(file: string): Promise<void> {
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
  if (!(await servesCluster(pid, dirname(file)))) return
  process.kill(pid, 'SIGQUIT')
  while (await identify(pid)) await pause(20)
}
