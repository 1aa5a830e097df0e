import { Resolver } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { buildConnector } from 'undici'
import { type Cidr, isAddress, isGlobalUnicast } from '../address.ts'
import { mayDial } from '../rules.ts'

/** Every address that a name has, IPv4 first; empty when it has none. */
export type Resolve = (name: string) => Promise<string[]>

/** Neither a name that doesn't resolve nor an address that may not be dialled: the two look alike. */
class BlockedAddress extends Error {
  readonly code = 'BLOCKED_ADDRESS'
}

const connectTimeoutMs = 5_000

/** Milliseconds that the registration of a URL waits for its name. */
const lookUpTimeoutMs = 2_000

/** Asks the name servers themselves, not the system's `getaddrinfo`, whose few threads a slow name would occupy. */
function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
}

/** The loopback by definition, never looked up (RFC 6761). */
const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost')

const bareName = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

export type EgressGuard = ReturnType<typeof createEgressGuard>

type GuardOptions = {
  /** The private networks that are opened. */
  allowed: readonly Cidr[]
  resolve?: Resolve | undefined
  tls?: { ca: string | Buffer } | undefined
}

/**
 * Stands between every webhook and the network. A name is resolved once per connection, every answer is judged, and what
 * is dialled is the address that was judged; the name is kept for SNI and for the certificate.
 */
export function createEgressGuard({ allowed, resolve = createResolve(), tls }: GuardOptions) {
  const opened = new WeakSet<Socket>()
  const dial = buildConnector({ allowH2: false, timeout: connectTimeoutMs, autoSelectFamily: false, ...tls })

  /**
   * The addresses to dial, judged. A name that takes longer than `withinMs` has none; its look-up ends by itself.
   * @throws BlockedAddress
   */
  async function vet(url: Pick<URL, 'protocol' | 'port' | 'hostname'>, withinMs: number): Promise<string[]> {
    const name = bareName(url.hostname)
    const addresses = isAddress(name)
      ? [name]
      : isLocalhost(name)
        ? ['127.0.0.1', '::1']
        : await Promise.race([resolve(name), pause(withinMs, [], { ref: false })]).catch(() => [])
    if (!mayDial(url, addresses, allowed)) throw new BlockedAddress()
    return addresses
  }

  /** Tries the judged addresses in turn, until one answers or the time is over. */
  function dialFirst(options: buildConnector.Options, addresses: readonly string[], until: number): Promise<Socket> {
    const [hostname, ...others] = addresses
    const name = bareName(options.hostname)
    const servername = isIP(name) === 0 ? name : (options.servername ?? '')
    return new Promise<Socket>((settle, fail) => {
      const target = { ...options, hostname: hostname!, ...(options.protocol === 'https:' ? { servername } : {}) }
      dial(target, (error, socket) => {
        if (error) return fail(error)
        if (!isGlobalUnicast(hostname!)) opened.add(socket as Socket)
        settle(socket as Socket)
      })
    }).catch((error) => {
      if (others.length === 0 || performance.now() >= until) throw error
      return dialFirst(options, others, until)
    })
  }

  const connect: buildConnector.connector = (options, callback) => {
    const { protocol, port, hostname } = options
    vet({ protocol, port: protocol === 'https:' && port === '443' ? '' : port, hostname }, connectTimeoutMs)
      .then((addresses) => dialFirst(options, addresses, performance.now() + connectTimeoutMs))
      .then(
        (socket) => callback(null, socket),
        (error) => callback(error, null),
      )
  }

  return {
    /** Resolves to true if all addresses of the URL may be dialled. */
    permits: (url: URL): Promise<boolean> =>
      vet(url, lookUpTimeoutMs).then(
        () => true,
        () => false,
      ),
    connect,
    /** True for a connection into a private network, whose responses are never shown. */
    isOpened: (socket: Socket): boolean => opened.has(socket),
  }
}
