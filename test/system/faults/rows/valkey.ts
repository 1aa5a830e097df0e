import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { openValkey } from '../../../../src/access/quotas/valkey-store.ts'
import { startProxy } from '../../../support/tcp-proxy.ts'
import { valkeyServer } from '../../../support/valkey.ts'
import { type Client, openClient } from '../client.ts'
import { openFixture } from '../fixture.ts'
import { nothing, type Outcome, type Row } from '../row.ts'
import { freePort } from '../supervisor.ts'
import { createTally, type Tally } from '../tally.ts'
import { untilTrue } from '../traffic.ts'

const [size, refill] = [50, 20]
const slowestMs = 1_500

/** A server that is ended and started again on the same port, with nothing in it. */
async function keepValkey() {
  const port = await freePort()
  const client = openValkey(`redis://127.0.0.1:${port}`, { timeoutMs: 1_000 })
  let child: ChildProcess
  const start = async () => {
    const settings = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      '/tmp',
    ]
    child = spawn(valkeyServer!, settings, { stdio: 'ignore' })
    await untilTrue(async () => (await client.ping().catch(() => '')) === 'PONG', 20_000)
  }
  await start()
  return {
    port,
    start,
    buckets: () => client.dbsize().catch(() => 0),
    async kill() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    disconnect: () => client.disconnect(),
  }
}

/** Asks far faster than the quota lets it, for so long. */
async function hammer(client: Client, key: string, tally: Tally, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000
  const lane = async () => {
    while (performance.now() < end) {
      tally.add(await client.send('GET', '/v1/me', key))
      await pause(8)
    }
  }
  await Promise.all(Array.from({ length: 4 }, lane))
}

type Phase = { name: string; admitted: number; allowed: number; refused: number; failed: string[]; slowest: number }

async function phase(name: string, work: (tally: Tally) => Promise<void>): Promise<Phase> {
  const tally = createTally()
  const began = performance.now()
  await work(tally)
  const allowed = size + (refill * (performance.now() - began)) / 1_000
  const count = (outcome: string) => tally.outcomes.get(outcome) ?? 0
  const failed = [...tally.outcomes.keys()].filter((outcome) => !['200', '429 rate_limited'].includes(outcome))
  return { name, admitted: count('200'), refused: count('429 rate_limited'), allowed, failed, slowest: tally.slowest }
}

function judgePhases(phases: readonly Phase[], recovered: (number | null)[]): Outcome {
  const failures = phases.flatMap(({ name, admitted, allowed, failed, slowest }) => [
    ...(admitted > allowed * 1.02 ? [`${name}: ${admitted} admitted, at most ${Math.round(allowed)} allowed`] : []),
    ...failed.map((outcome) => `${name}: ${outcome}`),
    ...(slowest > slowestMs ? [`${name}: an answer took ${Math.round(slowest)} ms`] : []),
  ])
  if (recovered.some((seconds) => seconds === null || seconds > 5)) failures.push('not back at the shared store in 5 s')
  const isTried = phases.every(({ refused, allowed }) => refused > allowed / 4)
  return {
    ...nothing(),
    recovered,
    failures,
    unproven: isTried ? null : 'the clients did not reach the quota',
    notes: phases.map(
      ({ name, admitted, allowed, slowest }) =>
        `${name}: ${admitted} admitted of at most ${Math.round(allowed)}, slowest ${Math.round(slowest)} ms`,
    ),
  }
}

export const valkey: Row = {
  name: 'Valkey gone',
  async run({ postgres, isQuick }) {
    if (!valkeyServer) return { ...nothing(), unproven: 'neither valkey-server nor redis-server is installed' }
    const store = await keepValkey()
    const proxy = await startProxy({ host: '127.0.0.1', port: store.port })
    const fixture = await openFixture(postgres)
    try {
      const { url } = await fixture.serve({
        RATE_LIMITS: 'on',
        VALKEY_URL: `redis://127.0.0.1:${proxy.port}`,
        RATE_LIMIT_REQUESTS_TEST: `${size} + ${refill}/s`,
      })
      const client = openClient(url, 4)
      const seconds = isQuick ? 3 : 10
      const { key } = fixture.owner
      /** Until a bucket of ours is in the store again. */
      const returned = async (tally: Tally): Promise<number | null> => {
        const over = performance.now()
        const isBack = await untilTrue(async () => {
          tally.add(await client.send('GET', '/v1/me', key))
          return (await store.buckets()) > 0
        }, 15_000)
        return isBack ? (performance.now() - over) / 1_000 : null
      }
      const recovered: (number | null)[] = []
      const phases = [await phase('shared', (tally) => hammer(client, key, tally, seconds))]
      phases.push(
        await phase('killed', async (tally) => {
          await store.kill()
          await hammer(client, key, tally, seconds)
        }),
      )
      phases.push(
        await phase('shared again', async (tally) => {
          await store.start()
          recovered.push(await returned(tally))
          await hammer(client, key, tally, seconds)
        }),
      )
      phases.push(
        await phase('black-holed', async (tally) => {
          proxy.blackhole()
          await hammer(client, key, tally, seconds)
        }),
      )
      await client.close()
      return judgePhases(phases, recovered)
    } finally {
      await fixture.close()
      await proxy.close()
      await store.kill()
      store.disconnect()
    }
  },
}
