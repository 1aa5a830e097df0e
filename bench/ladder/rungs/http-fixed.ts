import { serveJson } from './serving.ts'

/** node:http, a fixed answer of the usual size: what the language and the loopback cost. */
const answer = JSON.parse(process.env.BENCH_ANSWER!)
serveJson(() => answer)
