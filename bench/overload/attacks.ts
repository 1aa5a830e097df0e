// Runs attacks in a separate process: `node bench/overload/attacks.ts '<target as JSON>'`, until its standard input
// ends.

import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { newApiKey } from '../../src/vault/secret.ts'

export type Target = {
  attack: string
  url: string
  /** The attacker's own key, and a static file of the service. */
  key: string
  page: string
  /**
   * Challenges of payment links, each with its tenant's key: an answer starts a check of a domain whose name server is
   * silent.
   */
  links: readonly { key: string; challenge: string }[]
}

type Attack = (target: Target) => void

const json = 'Content-Type: application/json'
const head = (method: string, path: string, headers: string[] = []) =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')
const withBody = (path: string, headers: string[], body: string) =>
  head('POST', path, [json, ...headers, `Content-Length: ${Buffer.byteLength(body)}`]) + body

/** Connections that are opened again whenever they are closed. */
function keepOpen({ url }: Target, count: number, begin: (socket: Socket) => void): void {
  const { hostname, port } = new URL(url)
  const openOne = () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    socket.on('error', () => undefined)
    socket.on('connect', () => begin(socket))
    socket.on('close', () => setTimeout(openOne, 20))
  }
  for (let index = 0; index < count; index++) openOne()
}

/** Sends the next request when the answer to the last one begins. */
const loop = (target: Target, connections: number, next: () => string, pauseMs = 0) =>
  keepOpen(target, connections, (socket) => {
    const send = () => socket.writable && socket.write(next())
    socket.on('data', (chunk) => {
      if (String(chunk).slice(0, 5) === 'HTTP/') setTimeout(send, pauseMs)
    })
    send()
  })

/** A body in chunks of one byte, as fast as the server reads it. */
function sendCrumbs(socket: Socket, headers: string[]): void {
  const crumbs = '1\r\n \r\n'.repeat(1_000)
  const send = () => {
    while (socket.writable && socket.write(crumbs));
  }
  socket.resume().on('drain', send)
  socket.write(head('POST', '/graphql', [json, ...headers, 'Transfer-Encoding: chunked']))
  send()
}

const lookUp = ({ key }: Target) => withBody('/v1/resolve', [`Authorization: Bearer ${key}`], '{"alias":"@alice"}')

const manyLines = `{ ${Array.from({ length: 100 }, (_, index) => `nothing${index}`).join(' ')} ${'\n'.repeat(60_000)} }`

/** The harmless ones are the first: the others are measured beside them. */
export const attacks: Record<string, Attack> = {
  'harmless look-ups, a few': (target) => loop(target, 32, () => lookUp(target), 30),
  'harmless look-ups, more': (target) => loop(target, 64, () => lookUp(target), 15),
  'harmless look-ups, without a pause': (target) => loop(target, 256, () => lookUp(target)),
  'unfinished bodies, no key': (target) =>
    keepOpen(
      target,
      160,
      (socket) => void socket.resume().write(head('POST', '/graphql', [json, 'Content-Length: 400'])),
    ),
  'slow bodies with a key': (target) =>
    keepOpen(target, 160, (socket) => {
      const headers = [json, `Authorization: Bearer ${target.key}`, 'Content-Length: 4000']
      socket.resume().write(head('POST', '/v1/resolve', headers))
      const timer = setInterval(() => socket.writable && socket.write(' '), 200)
      socket.once('close', () => clearInterval(timer))
    }),
  'pipelined page files, never read': (target) =>
    keepOpen(target, 20, (socket) => void socket.pause().write(head('GET', target.page).repeat(400))),
  'GraphQL of 120 kB, no key': (target) => {
    const request = withBody('/graphql', [], JSON.stringify({ query: manyLines }))
    loop(target, 4, () => request)
  },
  'many small values with a key': (target) => {
    const query = 'query ($v: [ResolveInput!]!) { resolveBulk(items: $v) { status } }'
    const body = JSON.stringify({ query, variables: { v: Array(40_000).fill({}) } })
    const request = withBody('/graphql', [`Authorization: Bearer ${target.key}`], body)
    loop(target, 4, () => request, 100)
  },
  'bodies in chunks of one byte, no key': (target) => keepOpen(target, 60, (socket) => sendCrumbs(socket, [])),
  'bodies in chunks of one byte, with a key': (target) =>
    keepOpen(target, 300, (socket) => sendCrumbs(socket, [`Authorization: Bearer ${target.key}`])),
  'wrong keys, a new one each time': (target) =>
    loop(target, 16, () => head('GET', '/v1/me', [`Authorization: Bearer ${newApiKey(false)}`]), 5),
  '3,000 idle connections': (target) => keepOpen(target, 3_000, () => undefined),
  'lists with full metadata': (target) =>
    loop(target, 24, () => head('GET', '/v1/identities?limit=100', [`Authorization: Bearer ${target.key}`])),
  '24 domain look-ups of payment links': (target) => {
    let at = 0
    const next = () => {
      const { key, challenge } = target.links[at++ % target.links.length]!
      return withBody(`/v1/challenges/${challenge}/answer`, [`Authorization: Bearer ${key}`], '{}')
    }
    loop(target, 24, next, 50)
  },
  'heavy bulks of one consumer': (target) => {
    const body = JSON.stringify({ items: Array(100).fill(`@fat.one`) })
    const request = withBody('/v1/resolve/bulk', [`Authorization: Bearer ${target.key}`], body)
    loop(target, 4, () => request)
  },
}

if (process.argv[1] === import.meta.filename) {
  const target = JSON.parse(process.argv[2]!) as Target
  // A real attacker has a separate machine: the CPU time of this process must not count as the service's.
  setPriority(10)
  attacks[target.attack]!(target)
  process.stdin.on('end', () => process.exit(0)).resume()
}
