import { startServer } from '../../../src/process/server.ts'
import { openApp, ready } from './serving.ts'

/** Our server, everything on. With BENCH_STUB=1 the database answers at once with what it answered before. */
const app = await openApp()
if (process.env.BENCH_STUB === '1') {
  const query = app.pool.query.bind(app.pool) as unknown as (config: {
    name?: string
  }) => Promise<{ rows: unknown[][] }>
  let known: unknown[][] | undefined
  const stubbed = async (config: { name?: string; values?: unknown[][] }, ...rest: unknown[]) => {
    if (config?.name !== 'resolution-facts') return (query as (...args: unknown[]) => unknown)(config, ...rest)
    known ??= (await query(config)).rows.filter(([ord]) => ord === '1')
    const asked = config.values![0]!.length
    return {
      rows: Array.from({ length: asked }, (_, index) =>
        known!.map((row) => [String(index + 1), ...row.slice(1)]),
      ).flat(),
    }
  }
  Object.assign(app.pool, { query: stubbed })
}
await startServer(app)
ready()
