import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount, report } from '../support/judge.ts'
import { lookUp, type Said } from '../support/look-up-surfaces.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { openWire, type Wire } from '../support/wire.ts'
import { Dice } from '../system/fuzz/dice.ts'
import { prepareScene, type Scene } from './cached-answers-scene.ts'
import { draw, opening } from './cached-answers-steps.ts'

/*
 * Processes that keep what they showed, against one that was just started and keeps nothing: after whatever change, by
 * whichever process or by hand, the very next answers are the same, over every surface.
 */
const histories = amount('RUNS', 1)
const length = amount('STEPS', 5)
const seed = amount('SEED', 20_261_123)
const encryptionKey = randomBytes(32)

let servers: TestServer[]
let wires: Wire[]
beforeAll(async () => {
  const first = await startTestServer({ encryptionKey, logLevel: 'silent' })
  servers = [first, await startTestServer({ encryptionKey, logLevel: 'silent', database: first.database })]
  wires = servers.map(({ url }) => openWire(url))
})
afterAll(async () => {
  await Promise.all(wires.map((wire) => wire.close()))
  for (const server of servers.toReversed()) await server.close()
})

/** Returns the answer of a new process, whose caches are empty. */
async function freshly<T>(work: (wire: Wire) => Promise<T>): Promise<T> {
  const server = await startTestServer({ encryptionKey, logLevel: 'silent', database: servers[0]!.database })
  const wire = openWire(server.url)
  try {
    return await work(wire)
  } finally {
    await wire.close()
    await server.close()
  }
}

const everyone = async (wire: Wire, { callers, names }: Scene): Promise<Record<string, Said>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(callers).map(async ([who, { key }]) => [who, await lookUp(wire, key, names)])),
  )

let shown = 0
let missed = 0
/** A router reads null where a single look-up says that a record can't be opened. */
const asRouted = (answer: unknown) => (answer === 'decryption_failed' ? 'alias_not_found' : answer)

function expectAgreement(said: Said): void {
  const { rest, ...others } = said
  for (const [surface, answers] of Object.entries(others)) {
    const wanted = surface === 'entities' ? rest!.map(asRouted) : rest
    expect({ [surface]: answers }).toEqual({ [surface]: wanted })
  }
  shown += rest!.filter((answer) => typeof answer === 'object').length
  missed += rest!.filter((answer) => answer === 'alias_not_found').length
}

/** Several at once, now and then: the last of them is what is asked after. */
const drawn = (dice: Dice) => Array.from({ length: 1 + dice.below(3) }, () => draw(dice))

const counts = new Map<string, number>()

test('cached answers equal those of a process without caches, after every change and on every surface', {
  timeout: 3_600_000,
}, async () => {
  for (let run = 0; run < histories; run++) {
    const dice = new Dice(seed + run)
    const scene = await prepareScene(servers, dice)
    const history: string[] = []
    for (const wire of wires) await everyone(wire, scene)
    for (let at = 0; at < length; at++) {
      for (const { name, take } of at < opening.length ? opening.slice(at, at + 1) : drawn(dice)) {
        const outcome = await take(scene)
        history.push(`${name}: ${outcome}`)
        const counted = `${name}${outcome >= 400 ? ': refused' : ''}`
        counts.set(counted, (counts.get(counted) ?? 0) + 1)
      }
      const kept = await Promise.all(wires.map((wire) => everyone(wire, scene)))
      const expected = await freshly((wire) => everyone(wire, scene))
      for (const said of kept) expect(said, `seed ${seed + run}: ${history.slice(-6).join(', ')}`).toEqual(expected)
      for (const said of Object.values(expected)) expectAgreement(said)
    }
  }
  report(`kept answers: ${histories} histories of ${length} rounds, ${shown} shown, ${missed} missed, seed ${seed}`)
  report([...counts].map(([name, n]) => `${name} ${n}`).join(' · '))
  expect(Math.min(shown, missed), 'nothing shown, or nothing missed').toBeGreaterThan(0)
})
