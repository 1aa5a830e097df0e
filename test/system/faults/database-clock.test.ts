import { afterEach, expect, test, vi } from 'vitest'
import { openDatabaseClock } from '../../../src/database/clock.ts'
import { openOrm } from '../../../src/database/orm.ts'
import { createDatabase } from '../../support/database.ts'

const hour = 3_600_000
afterEach(() => void vi.useRealTimers())

test.each([hour, -hour])("the time is the database's on a machine whose clock is %i ms off", async (skewMs) => {
  const database = await createDatabase()
  const orm = await openOrm(database.url)
  const real = Date.now()
  const since = performance.now()
  vi.useFakeTimers({ toFake: ['Date'], now: real + skewMs })
  const clock = await openDatabaseClock(orm.em.fork().getKysely())
  const off = clock.now() - (real + performance.now() - since)
  expect(Number.isInteger(clock.now())).toBe(true)
  // Half of what the question took, at most.
  expect(Math.abs(off)).toBeLessThan(10_000)
  clock.close()
  vi.useRealTimers()
  await orm.close()
  await database.drop()
})
