// npm run bench -- start [rounds]
//
// How long the command line takes to start, from the package's point of view: the time of a whole process. A command that a
// person types must be there within 0.4 s. Those that ask a service ask one here that answers at once. BENCH_MAIN names another
// program than the repository's own, such as the one of an installed package.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const main = process.env.BENCH_MAIN ?? join(import.meta.dirname, '../src/cli/main.ts')
const limitMs = 400

const commands = [
  '--version',
  '--help',
  'login --help',
  'identities list --help',
  'events tail --help',
  'webhooks trigger --help',
  'keys create --help',
  'doctor --help',
  'serve --help',
  'completion bash',
  'normalize @alice',
  'identities list',
  'aliases list --identity idn_x',
  'resolve @alice',
]

const answer = { object: 'list', data: [], has_more: false, url: '/', identity: 'idn_x', endpoints: [] }
const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function timeOf(line: string): Promise<number> {
  const env = { ...process.env, SIGNPOST_API_KEY: 'spk_test_x', SIGNPOST_URL: url }
  const began = performance.now()
  const [code] = await once(spawn(process.execPath, [main, ...line.split(' ')], { stdio: 'ignore', env }), 'exit')
  if (code !== 0) throw new Error(`signpost ${line} ended with ${code}`)
  return performance.now() - began
}

const rounds = Number(process.argv[2] ?? 10)
for (const line of commands) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timeOf(line))
  times.sort((a, b) => a - b)
  const median = times[Math.floor(rounds / 2)]!
  const verdict = median <= limitMs ? '' : `  over ${limitMs} ms`
  console.log(`${line.padEnd(30)} median ${median.toFixed(0)} ms, slowest ${times.at(-1)!.toFixed(0)} ms${verdict}`)
  if (verdict !== '') process.exitCode = 1
}
server.close()
