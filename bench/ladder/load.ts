import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { spent, spentBetween } from '../resources.ts'

export type Load = {
  url: string
  headers: Record<string, string>
  /** A body in which `%d` is replaced by a random number below `range`. */
  body: string
  /** Number of `%d` in the body. */
  holes: number
  range: number
  connections: number
  seconds: number
  /** Mean pause of a connection before each request, in milliseconds: it sets a rate below the server's maximum. */
  thinkMs?: number
}

/** Latencies in µs, and the CPU time of the server's process per request in µs. */
export type Measured = {
  requests: number
  rps: number
  p50: number
  p99: number
  failed: number
  cpuMicros: number
}

const lua = JSON.stringify

/** wrk runs this script: random bodies of one form. */
const script = ({ headers, body, holes, range, thinkMs }: Load): string => `
math.randomseed(tonumber(os.time()))
local body = ${lua(body)}
wrk.method = "POST"
${Object.entries(headers)
  .map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`)
  .join('\n')}
local random = math.random
function request()
  local numbers = {}
  for i = 1, ${holes} do numbers[i] = random(0, ${range - 1}) end
  return wrk.format(nil, nil, nil, string.format(body, unpack(numbers)))
end
${thinkMs ? `function delay() return random(0, ${Math.round(thinkMs * 2)}) end` : ''}
function done(summary, latency, requests)
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), summary.errors.status + summary.errors.read + summary.errors.timeout))
end`

/** Drives one server with wrk (Debian package wrk), a separate process that needs little CPU time. */
export async function drive(load: Load, pid: number): Promise<Measured> {
  const file = join(tmpdir(), `signpost-load-${process.pid}.lua`)
  writeFileSync(file, script(load))
  const before = await spent([pid])
  const options = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '-s', file, '--timeout', '10s']
  const { stdout } = await promisify(execFile)('wrk', [...options, load.url])
  const cpu = spentBetween(before, await spent([pid])) * 1_000
  const [requests, duration, p50, p99, failed] = /RESULT (\d+) (\d+) (\d+) (\d+) (\d+)/
    .exec(stdout)!
    .slice(1)
    .map(Number) as [number, number, number, number, number]
  return { requests, rps: (requests * 1e6) / duration, p50, p99, failed, cpuMicros: cpu / Math.max(1, requests) }
}
