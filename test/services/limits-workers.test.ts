import { expect, test } from 'vitest'
import { runService } from '../abuse/service.ts'

test('worker processes share the buckets of their root process', async () => {
  const service = await runService({ WORKERS: '2', RATE_LIMITS: 'on', RATE_LIMIT_MISSES: '5 + 1/min' })
  try {
    // Test mode has ten times as many. Each on a connection of its own: the workers take them in turn.
    const post = async (path: string, body: unknown) => {
      const headers = {
        authorization: `Bearer ${service.key}`,
        'content-type': 'application/json',
        connection: 'close',
      }
      return (await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status
    }
    const items = Array.from({ length: 100 }, (_, index) => `@nobody.${index}`)
    expect(await post('/v1/resolve/bulk', { items })).toBe(200)
    const statuses = await Promise.all(items.slice(0, 12).map((alias) => post('/v1/resolve', { alias })))
    expect(statuses).toEqual(Array(12).fill(429))
  } finally {
    await service.close()
  }
}, 90_000)
