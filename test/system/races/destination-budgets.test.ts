import { afterAll, expect, test } from 'vitest'
import { operatorCall } from '../../../src/cli/app.ts'
import { startServerProcess } from '../../support/command.ts'
import { amount, report } from '../../support/judge.ts'
import { iban, registryOf } from '../../support/registry.ts'
import { forTests, startTestServer, testEnvironment } from '../../support/server.ts'
import { numberedIban } from '../../support/spellings.ts'

/*
 * Callers of one group ask at once, by several keys and for several payers: half of them for other destinations of one payee by
 * two of its aliases, half for one address by other aliases.
 */

// docs/evidence.md shows CALLERS=1000.
const callers = amount('CALLERS', 400)
const most = { destinations: { all: 20, payer: 3 }, aliases: { all: 20, payer: 5 } } as const

const server = forTests(startTestServer)
const other = forTests(() =>
  startServerProcess({
    ...testEnvironment,
    ...server.env,
  }),
)
afterAll(async () => {
  other?.child.kill('SIGTERM')
  await other?.finished
})

/** Keys of two consumers of one group, two keys of the second. */
async function groupKeys(): Promise<string[]> {
  const names = ['left', 'right', 'right']
  const keys = []
  for (const consumer of names)
    keys.push((await server.key({ consumer, livemode: true, scopes: ['destination_check'] })).key)
  for (const name of names)
    await server.app.services.consumers.update(operatorCall(server.app), name, { group: 'both' })
  return keys
}

/** A payee with so many aliases and one account. */
async function payee(aliases: number): Promise<string[]> {
  const registry = registryOf(server, await server.key({ livemode: true }))
  const { id } = await registry.identity({ type: 'merchant' })
  await registry.account(id, { address: iban })
  const made: string[] = []
  while (made.length < aliases) made.push(`@${(await registry.username(id)).value}`)
  return made
}

async function verdictAt(url: string, key: string, body: object): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/v1/destination_checks`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { verdict } = (await answer.json()) as { verdict: string }
  // One that found no place asks again.
  return answer.status === 503 ? verdictAt(url, key, body) : verdict
}

test(`of ${callers} callers at once over two processes, keys, a group, aliases and payers none has one value more than the budget`, {
  timeout: 600_000,
}, async () => {
  const [keys, two, many] = [await groupKeys(), await payee(2), await payee(40)]
  const urls = [server.url, other.url]
  const admitted = new Map<string, Set<unknown>>()
  const seen = { match: 0, no_match: 0, unavailable: 0 }
  async function ask(n: number): Promise<void> {
    const nth = n >> 1
    const kind = n % 2 ? 'destinations' : 'aliases'
    const value = kind === 'destinations' ? numberedIban(nth % 200) : many[nth % many.length]!
    const payer = n % 3 === 0 ? undefined : `customer ${n % 7}`
    const verdict = await verdictAt(urls[nth % 2]!, keys[n % 3]!, {
      alias: kind === 'destinations' ? two[(nth >> 1) % 2] : value,
      destination: { type: 'bank_account', address: kind === 'destinations' ? value : iban },
      ...(payer && { payer }),
    })
    expect(verdict).toBeOneOf([kind === 'destinations' ? 'no_match' : 'match', 'unavailable'])
    seen[verdict as keyof typeof seen]++
    if (verdict === 'unavailable') return
    for (const whose of [`${kind} all`, ...(payer ? [`${kind} payer ${payer}`] : [])])
      admitted.set(whose, (admitted.get(whose) ?? new Set()).add(value))
  }
  await Promise.all(Array.from({ length: callers }, (_, n) => ask(n)))
  report(`${callers} callers: ${JSON.stringify(seen)}, budgets ${[...admitted].map(([, { size }]) => size).join(' ')}`)
  expect(seen.unavailable).toBeGreaterThan(callers / 4)
  for (const [whose, { size }] of admitted) {
    const [kind, of] = whose.split(' ') as ['destinations' | 'aliases', 'all' | 'payer']
    expect([whose, size]).toEqual([whose, Math.min(size, most[kind][of])])
  }
  for (const kind of Object.keys(most)) expect(admitted.get(`${kind} all`)!.size).toBeGreaterThan(3)
})
