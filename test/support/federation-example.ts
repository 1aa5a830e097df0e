import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const exampleFolder = join(import.meta.dirname, '../../examples/federation')

const run = promisify(execFile)

/**
 * Installs the example's packages where they are missing. @returns whether the example can run: where it can't, its
 * tests are skipped, and say so.
 * @throws under CI, where a test that doesn't run is a failure
 */
export async function prepareExample(): Promise<boolean> {
  const router = join(exampleFolder, 'node_modules/@graphql-hive/gateway')
  if (existsSync(router)) return true
  const started = performance.now()
  try {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: exampleFolder, timeout: 600_000 })
    console.info(`examples/federation: packages installed in ${Math.round((performance.now() - started) / 1_000)} s`)
    return true
  } catch (cause) {
    const advice = 'The packages of examples/federation could not be installed: run `npm ci` there'
    if (process.env.CI) throw new Error(advice, { cause })
    console.warn(`SKIPPED router tests. ${advice}`)
    return false
  }
}

/** Runs one of the example's scripts to its end. @returns what it printed */
export async function runExample(script: string, args: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await run(process.execPath, [script, ...args], {
    cwd: exampleFolder,
    env: { ...process.env, ...env },
  })
  return stdout
}

/** Starts the whole example and waits for its router. @returns the router's URL, and how to stop it */
export async function startExample(env: Record<string, string>): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const example = spawn(process.execPath, ['start.ts'], {
    cwd: exampleFolder,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [example.stdout, example.stderr]) stream.on('data', (chunk) => said.push(String(chunk)))
  const exit = once(example, 'exit')
  const stop = async () => {
    example.kill('SIGTERM')
    await exit
  }
  while (!said.join('').includes('Listening on')) {
    if (example.exitCode !== null) throw new Error(`The example ended:\n${said.join('')}`)
    await Promise.race([once(example.stdout, 'data'), once(example.stderr, 'data'), exit])
  }
  return { url: `http://127.0.0.1:${port}/graphql`, stop }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

export type Seen = { query: string; references: number; authorization: string | undefined }

/** Stands in front of a server and notes the GraphQL requests that reach it. */
export async function startWitness(target: string): Promise<{ url: string; seen: Seen[]; stop: () => void }> {
  const seen: Seen[] = []
  const witness = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    if (request.method === 'GET') {
      const answer = await fetch(target + request.url)
      response.writeHead(answer.status).end(await answer.text())
      return
    }
    const { query, variables } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> }
    const { authorization } = request.headers
    const lists = Object.values(variables ?? {}).filter(Array.isArray)
    seen.push({ query, references: lists.reduce((sum, list) => sum + list.length, 0), authorization })
    const answer = await fetch(target + request.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body,
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(await answer.text())
  }).listen(0, '127.0.0.1')
  await once(witness, 'listening')
  const { port } = witness.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, seen, stop: () => witness.close() }
}
