import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ready, setting } from './serving.ts'

/** The service as `npm start` runs it, in processes of its own; `BENCH_MAIN` names another version's command line. */
const main = process.env.BENCH_MAIN ?? fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url))
const service: ChildProcess = spawn(process.execPath, ['--max-semi-space-size=64', main, 'serve'], {
  env: { ...process.env, DATABASE_URL: setting.databaseUrl, LOG_LEVEL: 'silent' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
process.on('exit', () => service.kill('SIGKILL'))
process.on('SIGTERM', () => process.exit(0))
const answers = () =>
  fetch(`http://127.0.0.1:${setting.port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 50))
ready()
