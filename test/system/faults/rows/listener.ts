import { setTimeout as pause } from 'node:timers/promises'
import { startProxy, type TcpProxy, throughProxy } from '../../../support/tcp-proxy.ts'
import { type Client, openClient } from '../client.ts'
import { type Fixture, openFixture } from '../fixture.ts'
import { nothing, type Outcome, type Row } from '../row.ts'
import { untilTrue } from '../traffic.ts'

const refusedWithinMs = 1_500
const name = 'cut_listener'

type Scene = { fixture: Fixture; proxy: TcpProxy; deaf: Client; other: Client }

const cuts: readonly ((scene: Scene) => Promise<void>)[] = [
  async ({ proxy }) => proxy.blackhole(),
  async ({ fixture }) => {
    await fixture.ask('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name])
  },
]

/** Checks that the node listens on a connection opened after that moment. */
const listensSince = async (fixture: Fixture, since: Date) =>
  (
    await fixture.ask(
      `select 1 from pg_stat_activity where application_name = $1 and backend_start > $2 and query like 'notify %'`,
      [name, since],
    )
  ).length > 0

/** A key is revoked on one node while another hears nothing: how long that one goes on taking it, in milliseconds. */
async function revokeUnheard(
  scene: Scene,
  cut: (typeof cuts)[number],
): Promise<{ tookMs: number; recovered: number | null }> {
  const { fixture, proxy, deaf, other } = scene
  const { key, id } = await fixture.makeKey('payer')
  for (let n = 0; n < 5; n++) await deaf.send('GET', '/v1/me', key)
  await cut(scene)
  await pause(Math.random() * 1_500)
  const revoked = await other.send('DELETE', `/v1/api_keys/${id}`, fixture.payer.key)
  if (revoked.status !== 200) throw new Error(`The key could not be revoked: ${revoked.outcome}`)
  let last = revoked.at
  await untilTrue(async () => {
    const answer = await deaf.send('GET', '/v1/me', key)
    if (answer.status !== 401) last = answer.at
    return answer.status === 401
  }, 12_000)
  const [{ now }] = (await fixture.ask<{ now: Date }>('select now()')) as [{ now: Date }]
  const over = performance.now()
  proxy.heal()
  const isBack = await untilTrue(() => listensSince(fixture, cut === cuts[0] ? now : new Date(0)), 15_000)
  return { tookMs: last - revoked.at, recovered: isBack ? (performance.now() - over) / 1_000 : null }
}

export const listener: Row = {
  name: 'LISTEN cut',
  async run({ postgres, isQuick }): Promise<Outcome> {
    const fixture = await openFixture(postgres)
    const proxy = await startProxy({ host: '127.0.0.1', port: postgres.port })
    try {
      const listenUrl = `${throughProxy(fixture.databaseUrl, proxy)}?application_name=${name}`
      const servers = [await fixture.serve({ DATABASE_LISTEN_URL: listenUrl }), await fixture.serve()] as const
      const [deaf, other] = servers.map(({ url }) => openClient(url, 2)) as [Client, Client]
      const found: Awaited<ReturnType<typeof revokeUnheard>>[] = []
      for (let round = 0; round < (isQuick ? 1 : 10); round++) {
        for (const cut of cuts) found.push(await revokeUnheard({ fixture, proxy, deaf, other }, cut))
      }
      await Promise.all([deaf.close(), other.close()])
      const times = found.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
      const recovered = found.map((one) => one.recovered)
      const failures: string[] = []
      if (times.at(-1)! > refusedWithinMs) failures.push(`a revoked key was taken for ${Math.round(times.at(-1)!)} ms`)
      if (recovered.some((seconds) => seconds === null || seconds > 5)) failures.push('not recovered within 5 s')
      if (servers.some(({ crashes }) => crashes > 0)) failures.push('a server crashed')
      return {
        ...nothing(),
        recovered,
        failures,
        notes: [
          `${times.length} revocations unheard`,
          `refused after ${Math.round(times[times.length >> 1]!)} ms (median), at most ${Math.round(times.at(-1)!)} ms`,
        ],
      }
    } finally {
      await fixture.close()
      await proxy.close()
    }
  },
}
