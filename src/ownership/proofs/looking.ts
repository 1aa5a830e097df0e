import { Resolver } from 'node:dns/promises'
import { Agent, request } from 'undici'
import type { Cidr } from '../../webhooks/address.ts'
import { createEgressGuard } from '../../webhooks/transport/egress-guard.ts'
import type { Authorization } from './authorization.ts'

/** For all of a check: names, connection, answer. */
const lookMs = 5_000
const longestChain = 8
const largestAnswer = 1_024

type LookingOptions = { dnsServers: readonly string[]; allowed: readonly Cidr[]; ca: string | null; timeoutMs?: number }

/**
 * Checks what a domain publishes, within a fixed time. Every failure counts as nothing published.
 *
 * INVARIANT (egress): names are resolved by the configured servers, and only a vetted address is dialled, on a
 * connection made for this one check; redirects are not followed.
 */
export function createLooking({ dnsServers, allowed, ca, timeoutMs = lookMs }: LookingOptions) {
  function resolver(): Resolver {
    const one = new Resolver({ timeout: 1_500, tries: 2 })
    if (dnsServers.length > 0) one.setServers(dnsServers)
    return one
  }

  /** Returns the records that `ask` finds under a name, or under its CNAME targets. */
  async function follow<T>(names: Resolver, name: string, ask: (name: string) => Promise<T[]>): Promise<T[]> {
    let at = name
    for (let hop = 0; hop <= longestChain; hop++) {
      const found = await ask(at).catch(() => [])
      if (found.length > 0) return found
      const [next] = await names.resolveCname(at).catch(() => [])
      if (next === undefined) return []
      at = next
    }
    return []
  }

  async function within(work: (signal: AbortSignal, names: Resolver) => Promise<boolean>): Promise<boolean> {
    const signal = AbortSignal.timeout(timeoutMs)
    const names = resolver()
    const late = new Promise<boolean>((settle) => {
      signal.addEventListener('abort', () => {
        names.cancel()
        settle(false)
      })
    })
    return Promise.race([work(signal, names).catch(() => false), late])
  }

  const showsRecord = ({ recordName, recordValue }: Authorization): Promise<boolean> =>
    within(async (_, names) => {
      const records = await follow(names, recordName, (name) => names.resolveTxt(name))
      return records.some((chunks) => chunks.join('') === recordValue)
    })

  const showsPage = ({ url, content }: Authorization): Promise<boolean> =>
    within(async (signal, names) => {
      const addresses = async (name: string) => {
        const found = await Promise.allSettled([names.resolve4(name), names.resolve6(name)])
        return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      }
      const resolve = (name: string) => follow(names, name, addresses)
      const guard = createEgressGuard({ allowed, resolve, ...(ca === null ? {} : { tls: { ca } }) })
      const agent = new Agent({ connect: guard.connect, connections: 1, pipelining: 0, allowH2: false })
      try {
        const headers = { accept: 'text/plain', 'user-agent': 'Signpost-Proofs/1.0' }
        const { statusCode, body } = await request(url, { dispatcher: agent, signal, headers })
        if (statusCode !== 200) return false
        return (await shortText(body)).trim() === content
      } finally {
        await agent.destroy()
      }
    })

  return {
    /** Returns true if the domain publishes the authorization now. */
    shows: (method: string, authorization: Authorization | null): Promise<boolean> => {
      if (authorization === null) return Promise.resolve(false)
      return method === 'dns_txt' ? showsRecord(authorization) : showsPage(authorization)
    },
  }
}

export type Looking = ReturnType<typeof createLooking>

/** @throws if it is longer than allowed */
async function shortText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > largestAnswer) throw new Error('The answer is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
