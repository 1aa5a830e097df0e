import { once } from 'node:events'
import { Agent, request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Balancer = {
  url: string
  /** Number of requests to each target. */
  served: number[]
  close(): Promise<void>
}

/**
 * Hands requests to gateways in turn, and knows nothing else. With `probeMs` it asks each for `/readyz` so often, and
 * leaves out those that aren't ready. It tries nothing twice.
 */
export async function startBalancer(targets: readonly string[], { probeMs = 0 } = {}): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const served = targets.map(() => 0)
  const ready = targets.map(() => true)
  let turn = 0

  const asked = targets.map(() => false)
  const probe = async (index: number) => {
    // One at a time: a late answer of before must not undo what a later one said.
    if (asked[index]) return
    asked[index] = true
    const answer = await fetch(`${targets[index]}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    ready[index] = answer?.status === 200
    await answer?.arrayBuffer()
    asked[index] = false
  }
  const probing = probeMs > 0 ? setInterval(() => targets.forEach((_, index) => void probe(index)), probeMs) : undefined

  function next(): number {
    for (let tried = 0; tried < targets.length; tried++) {
      const index = turn++ % targets.length
      if (ready[index]) return index
    }
    return turn++ % targets.length
  }

  const server = createServer({ keepAliveTimeout: 60_000, requireHostHeader: false }, (from, to) => {
    const index = next()
    served[index]!++
    const { hostname, port } = new URL(targets[index]!)
    const upstream = ask({ hostname, port, method: from.method, path: from.url, headers: from.headers, agent })
    upstream.on('response', (answer) => {
      to.writeHead(answer.statusCode!, answer.rawHeaders)
      answer.pipe(to)
    })
    upstream.on('error', (error) => (to.headersSent ? to.destroy() : to.writeHead(502).end(error.message)))
    from.pipe(upstream)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    async close() {
      clearInterval(probing)
      server.closeAllConnections()
      server.close()
      agent.destroy()
      await once(server, 'close')
    },
  }
}
