import { expect, test } from 'vitest'
import { startTestServer } from '../../support/server.ts'
import { raceLookalikes } from './lookalikes.ts'

const rounds = Number(process.env.RACE_ROUNDS ?? 10)

test(`of 100 concurrent creates of look-alikes exactly one succeeds and the rest are 409, over ${rounds} rounds`, async () => {
  const server = await startTestServer()
  try {
    const counts = await raceLookalikes(server, rounds, 100)
    console.log(JSON.stringify(counts))
    expect(counts).toEqual({
      rounds,
      requests: rounds * 100,
      created: rounds,
      refused: rounds * 99,
      other: {},
      unfair: 0,
    })
  } finally {
    await server.close()
  }
}, 900_000)
