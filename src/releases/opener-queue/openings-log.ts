import { accessSync, appendFileSync, constants, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hoursOfDay, type Opening } from './rate-limit.ts'

const hourMs = 3_600_000
const nameOf = (hour: number): string => `${new Date(hour * hourMs).toISOString().slice(0, 13)}.openings`
const hourOf = (name: string): number => Date.parse(`${name.slice(0, 13)}:00Z`) / hourMs
const word = (livemode: boolean): string => (livemode ? 'live' : 'test')

/**
 * Stores the openings of the last day in a folder of the opener's machine, a file for each hour and a line for each
 * opening, so that its limits survive a restart. A line has an environment and the id of a consumer.
 */
export function createOpeningsLog(folder: string, now: () => number) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  accessSync(folder, constants.W_OK)
  let hourNow = Number.NaN

  const files = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.openings'))

  function removeOld(): void {
    const oldest = Math.floor(now() / hourMs) - hoursOfDay + 1
    for (const name of files()) if (hourOf(name) < oldest) rmSync(join(folder, name), { force: true })
  }

  return {
    /** The openings of the last day. A truncated line counts for all consumers. */
    read(livemode: boolean): Opening[] {
      removeOld()
      return files().flatMap((name) =>
        readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .filter((line) => line !== '' && !line.startsWith(`${word(!livemode)} `))
          .map((line) => ({ at: hourOf(name) * hourMs, consumerId: line.slice(5) })),
      )
    },

    /** Written before the address is opened: if the write fails, nothing is opened. */
    write(livemode: boolean, consumerId: string): void {
      const hour = Math.floor(now() / hourMs)
      if (hour !== hourNow) removeOld()
      hourNow = hour
      appendFileSync(join(folder, nameOf(hour)), `${word(livemode)} ${consumerId}\n`, { mode: 0o600 })
    },
  }
}

export type OpeningsLog = ReturnType<typeof createOpeningsLog>
