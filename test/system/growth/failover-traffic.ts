import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { freshName } from '../../support/registry.ts'
import type { TestServer } from '../../support/server.ts'
import { openWire, type Wire } from '../../support/wire.ts'

/** Client timeout of one answer: a server that went away never answers. */
const answerMs = 3_000
const deadlineMs = 240_000

export type Traffic = {
  /** Revocations that were acknowledged. */
  rounds: number
  /** Look-ups that began after a revocation was acknowledged, and disclosed all the same. */
  late: number
  disclosed: number
  hidden: number
  /** Any other answer, by its code, or `broken`. */
  refused: Record<string, number>
  /** The names of identities whose creation was acknowledged. */
  created: string[]
  /** Waits until so many more revocations were acknowledged. */
  revocations(count: number): Promise<void>
  /** Ends the traffic, and throws its failure, if any. */
  end(): Promise<void>
  close(): Promise<void>
}

/** At each gateway look-ups of one alias without a pause, while the first one opens and closes it, and creates identities. */
export async function openTraffic(gateways: readonly TestServer[]): Promise<Traffic> {
  const wires = gateways.map((gateway) => openWire(gateway.url, { connections: 12 }))
  const writing = wires[0]!
  const owner = await gateways[0]!.key({ consumer: `owner-${freshName()}` })
  const payer = await gateways[0]!.key({ consumer: `payer-${freshName()}`, scopes: ['resolve'] })
  const made = async (path: string, body: object) => (await writing.send('POST', path, { key: owner.key, body })).body
  const identity = (await made('/v1/identities', { type: 'user' })).id
  const value = freshName()
  const closed = { privacy_level: 'consent_required' }
  const alias = (await made('/v1/aliases', { identity, type: 'username', value, ...closed })).id

  let isClosed = false
  let isOver = false
  const traffic: Traffic = {
    rounds: 0,
    late: 0,
    disclosed: 0,
    hidden: 0,
    refused: {},
    created: [],
    revocations,
    end,
    close,
  }

  /** Look-ups that began while the alias was closed: it is not opened again before they are answered. */
  const underClosed = new Set<Promise<void>>()

  async function judge(asking: ReturnType<Wire['send']>, wasClosed: boolean): Promise<void> {
    const answer = await asking.catch(() => null)
    if (answer?.status === 200 && wasClosed) traffic.late++
    else if (answer?.status === 200) traffic.disclosed++
    else if (answer?.status === 404) traffic.hidden++
    else {
      const what = String(answer?.status ?? 'broken')
      traffic.refused[what] = (traffic.refused[what] ?? 0) + 1
      await pause(5)
    }
  }

  async function lookUp(wire: Wire): Promise<void> {
    const asking = wire.send('POST', '/v1/resolve', { key: payer.key, body: { alias: `@${value}` } })
    const judged = judge(asking, isClosed)
    if (!isClosed) return judged
    underClosed.add(judged)
    await judged
    underClosed.delete(judged)
  }

  /** Sends a write until it is acknowledged. */
  async function write(method: string, path: string, body: object, headers: Record<string, string>): Promise<void> {
    while (!isOver) {
      const answer = await within(writing.send(method, path, { key: owner.key, body, headers }))
      if (answer && answer.status < 300) return
      await pause(20)
    }
  }

  const setLevel = (level: string) =>
    write('PATCH', `/v1/aliases/${alias}`, { privacy_level: level }, { 'idempotency-key': randomUUID() })

  async function revoke(): Promise<void> {
    await setLevel('public')
    const seen = traffic.disclosed
    while (!isOver && traffic.disclosed < seen + 3) await pause(1)
    await setLevel(closed.privacy_level)
    if (isOver) return
    isClosed = true
    await Promise.all(wires.flatMap((wire) => [lookUp(wire), lookUp(wire)]))
    isClosed = false
    await Promise.all(underClosed)
    traffic.rounds++
  }

  async function create(): Promise<void> {
    const name = randomUUID()
    await write('POST', '/v1/identities', { type: 'user', display_name: name }, { 'idempotency-key': name })
    if (!isOver) traffic.created.push(name)
  }

  const repeatedly = async (work: () => Promise<void>) => {
    while (!isOver) await work()
  }
  const lanes = [
    repeatedly(revoke),
    ...[1, 2, 3].map(() => repeatedly(create)),
    ...wires.flatMap((wire) => [1, 2, 3].map(() => repeatedly(() => lookUp(wire)))),
  ]

  async function revocations(count: number): Promise<void> {
    const [goal, deadline] = [traffic.rounds + count, performance.now() + deadlineMs]
    while (traffic.rounds < goal) {
      if (performance.now() > deadline) throw new Error(`Only ${traffic.rounds} of ${goal} revocations`)
      await pause(2)
    }
  }

  async function end(): Promise<void> {
    isOver = true
    await Promise.all(lanes)
  }

  async function close(): Promise<void> {
    await end()
    for (const wire of wires) await wire.close()
  }
  return traffic
}

/** An answer, or null when none came in time, or the connection broke. */
async function within<Answer>(asking: Promise<Answer>): Promise<Answer | null> {
  const timer = new AbortController()
  const late = pause(answerMs, null, { signal: timer.signal }).catch(() => null)
  const answer = await Promise.race([asking.catch(() => null), late])
  timer.abort()
  return answer
}
