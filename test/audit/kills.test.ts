import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPool } from '../support/admin.ts'
import { createDatabase } from '../support/database.ts'
import { newKey, type Service, startService } from '../support/service-process.ts'

/** `AUDIT_KILLS=100 vitest run test/audit/kills.test.ts` is the whole claim. */
const kills = Number(process.env.AUDIT_KILLS ?? 5)
const writers = 8

/** Writes until the service dies, and keeps what was acknowledged. */
async function write({ url }: Service, key: string, acknowledged: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  for (;;) {
    try {
      const answer = await fetch(`${url}/v1/identities`, { method: 'POST', headers, body: '{"type":"user"}' })
      if (answer.status === 201) acknowledged.push(((await answer.json()) as { id: string }).id)
    } catch {
      return
    }
  }
}

test(`kill -9 under writers, ${kills} times: as many entries as identities, and one of each that was acknowledged`, {
  timeout: kills * 20_000 + 60_000,
}, async () => {
  const database = await createDatabase()
  const env = { DATABASE_URL: database.url, ENCRYPTION_KEY: randomBytes(32).toString('base64') }
  const pool = openPool(database.url)
  try {
    const { key } = await newKey(env, 'writer')
    const acknowledged: string[] = []
    for (let kill = 0; kill < kills; kill++) {
      const service = await startService(env)
      const writing = Array.from({ length: writers }, () => write(service, key, acknowledged))
      const before = acknowledged.length
      while (acknowledged.length === before) await pause(20)
      await pause(Math.random() * 300)
      service.process.kill('SIGKILL')
      await service.exited
      await Promise.all(writing)
    }
    const count = async (text: string): Promise<number> => (await pool.query(text)).rows[0].n
    const entries = await count("select count(*)::int as n from event where type = 'identity.created'")
    expect(entries).toBe(await count('select count(*)::int as n from identity'))
    expect(await count("select count(distinct subjects[1])::int as n from event where type = 'identity.created'")).toBe(
      entries,
    )
    expect(await count('select count(*)::int as n from audit_subject')).toBe(
      await count('select sum(cardinality(subjects))::int as n from event'),
    )
    const { rows } = await pool.query("select subjects[1] as id from event where type = 'identity.created'")
    const known = new Set(rows.map(({ id }) => id))
    expect(acknowledged.filter((id) => !known.has(id))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(kills)
    console.log(`${kills} kills: ${acknowledged.length} acknowledged, ${entries} entries`)
  } finally {
    await pool.end()
    await database.drop()
  }
})
