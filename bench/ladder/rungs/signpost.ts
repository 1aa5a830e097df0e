import { startServer } from '../../../src/process/server.ts'
import { openApp, ready } from './serving.ts'

/** Runs our server with everything on. BENCH_RECORDS=off drops its disclosure records, to measure their price. */
const app = await openApp()
if (process.env.BENCH_RECORDS === 'off') Object.assign(app.recorder!, { record: async () => undefined })
await startServer(app)
ready()
