import { freshName, registryOf } from '../../support/registry.ts'
import type { TestServer } from '../../support/server.ts'

/** `other` is by status and code: it should be empty. */
export type RaceCounts = {
  rounds: number
  requests: number
  created: number
  refused: number
  other: Record<string, number>
  unfair: number
}

const spellings = (name: string): string[] => [
  name,
  name.replaceAll('a', '\u0430'),
  name.toUpperCase(),
  `${name.slice(0, 1)}\u200b${name.slice(1)}`,
  `@${name}`,
]

/** Rounds of concurrent creates of one alias in all its spellings; `unfair` counts the rounds without exactly one 201. */
export async function raceLookalikes(server: TestServer, rounds: number, width: number): Promise<RaceCounts> {
  const callers = await Promise.all([server.key(), server.key({ consumer: 'rival' })])
  const identities = await Promise.all(callers.map(({ key }) => registryOf(server, { key }).identity()))
  const counts: RaceCounts = { rounds, requests: 0, created: 0, refused: 0, other: {}, unfair: 0 }
  for (let round = 0; round < rounds; round++) {
    // An identity holds 100 aliases: the winners of many rounds need several.
    if (round % 90 === 89) {
      for (const [n, { key }] of callers.entries()) identities[n] = await registryOf(server, { key }).identity()
    }
    const names = spellings(freshName('alice'))
    const answers = await Promise.all(
      Array.from({ length: width }, (_, n) =>
        server.send('POST', '/v1/aliases', {
          key: callers[n % 2]!.key,
          body: { identity: identities[n % 2].id, type: 'username', value: names[n % names.length] },
        }),
      ),
    )
    const created = answers.filter(({ status }) => status === 201).length
    const refused = answers.filter(({ status, body }) => status === 409 && body.error.code === 'alias_taken').length
    counts.requests += width
    counts.created += created
    counts.refused += refused
    for (const { status, body } of answers) {
      if (status === 201 || (status === 409 && body.error.code === 'alias_taken')) continue
      const kind = `${status} ${body.error.code}`
      counts.other[kind] = (counts.other[kind] ?? 0) + 1
    }
    if (created !== 1) counts.unfair++
  }
  return counts
}
