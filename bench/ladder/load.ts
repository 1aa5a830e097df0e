import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type Load = {
  url: string
  headers: Record<string, string>
  /** A body with `%d` where a random number below `range` goes. */
  body: string
  /** How many `%d` the body has. */
  holes: number
  range: number
  connections: number
  seconds: number
  /** Mean pause of a connection before each request, in milliseconds: a rate below what the server can do. */
  thinkMs?: number
}

/** Latencies in µs, the CPU of the server's process per request in µs. */
export type Measured = {
  requests: number
  rps: number
  p50: number
  p99: number
  failed: number
  cpuMicros: number
}

const hasWrk = spawnSync('wrk', ['--version']).error === undefined
const lua = JSON.stringify

/** wrk runs this in its own process: random bodies of one shape. */
function script({ headers, body, holes, range, thinkMs }: Load): string {
  return `
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
}

/** What a process has used of the processors, in ticks, and whose child it is. Null once it has ended. */
function statOf(pid: string): { parent: number; ticks: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}

/** Ticks of a process and of all that it started: the service under measurement may be several. */
function ticks(root: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = statOf(pid)
      return stat ? [{ pid: Number(pid), ...stat }] : []
    })
  const below = (pid: number): number =>
    all.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + child.ticks + below(child.pid), 0)
  return (all.find(({ pid }) => pid === root)?.ticks ?? 0) + below(root)
}

/** Drives one server from another process for a while. */
export async function drive(load: Load, pid: number): Promise<Measured> {
  if (!hasWrk) throw new Error('The ladder needs wrk (Debian package wrk).')
  const file = join(tmpdir(), `signpost-load-${process.pid}.lua`)
  writeFileSync(file, script(load))
  const before = ticks(pid)
  const { stdout } = await promisify(execFile)('wrk', [
    '-t1',
    `-c${load.connections}`,
    `-d${load.seconds}s`,
    '-s',
    file,
    '--timeout',
    '10s',
    load.url,
  ])
  const cpu = (ticks(pid) - before) * 10_000
  const [requests, duration, p50, p99, failed] = /RESULT (\d+) (\d+) (\d+) (\d+) (\d+)/
    .exec(stdout)!
    .slice(1)
    .map(Number) as [number, number, number, number, number]
  return { requests, rps: (requests * 1e6) / duration, p50, p99, failed, cpuMicros: cpu / Math.max(1, requests) }
}
