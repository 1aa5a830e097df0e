import { setTimeout as pause } from 'node:timers/promises'
import { sendLoad } from '../../../support/load.ts'
import { openClient } from '../client.ts'
import { openFixture } from '../fixture.ts'
import { nothing, type Outcome, type Row } from '../row.ts'

const exitWithinMs = 25_000

/** Stops a server under load whose clients go elsewhere once it says that it isn't ready. */
async function stopUnderLoad(postgres: Parameters<Row['run']>[0]['postgres']): Promise<Outcome> {
  const fixture = await openFixture(postgres)
  try {
    const server = await fixture.serve({ DRAIN_SECONDS: '2' })
    const client = openClient(server.url, 1)
    const { key } = fixture.owner
    const { body } = await client.send('POST', '/v1/identities', key, { type: 'user' })
    const alias = { identity: body.id, type: 'username', value: '@alice', privacy_level: 'public' }
    await client.send('POST', '/v1/aliases', key, alias)
    await client.close()
    const load = sendLoad({
      url: server.url,
      method: 'POST',
      path: '/v1/resolve',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"alias":"@alice"}',
      connections: 20,
      seconds: 60,
      balanced: true,
    })
    await load.flowing
    await pause(500)
    const since = performance.now()
    const code = await server.stop()
    const tookMs = performance.now() - since
    load.stop()
    const { statuses, broken } = await load.done
    const { 200: served = 0, ...others } = statuses
    const failures: string[] = []
    if (code !== 0) failures.push(`exit code ${code}`)
    if (tookMs > exitWithinMs) failures.push(`the exit took ${Math.round(tookMs)} ms`)
    if (broken > 0) failures.push(`${broken} requests broke`)
    if (Object.keys(others).length > 0) failures.push(`answers ${Object.keys(others).join(', ')}`)
    return {
      ...nothing(),
      refusals: others,
      others: broken > 0 ? { broken } : {},
      failures,
      unproven: served < 20 ? 'there was no load' : null,
      notes: [`${served} served`, `exit code ${code} after ${(tookMs / 1_000).toFixed(1)} s`],
    }
  } finally {
    await fixture.close()
  }
}

export const sigterm: Row = { name: 'SIGTERM under load', run: ({ postgres }) => stopUnderLoad(postgres) }
