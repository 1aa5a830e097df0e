import { type RawBuilder, sql } from 'kysely'
import type { Database } from './orm.ts'
import { runPrepared } from './prepared.ts'

/** Makes the question whether any rows wait for a job: it is due where one of the conditions holds. */
export type DueLook = (...conditions: readonly RawBuilder<boolean>[]) => () => Promise<boolean>

/**
 * Asks for many jobs at once: whoever asks in one turn of the event loop shares one statement, which holds every question. A job
 * that looks each second costs a service at rest nearly nothing then.
 */
export function createDueLook(db: Database): DueLook {
  const questions: RawBuilder<boolean>[] = []
  let asking: Promise<boolean[]> | null = null

  async function askAll(): Promise<boolean[]> {
    const [row] = await runPrepared(
      db,
      'due work',
      sql<{ due: boolean[] }>`select array[${sql.join(questions)}] as due`,
    )
    return row!.due
  }

  function shared(): Promise<boolean[]> {
    if (asking) return asking
    asking = askAll()
    queueMicrotask(() => {
      asking = null
    })
    return asking
  }

  return (...conditions) => {
    const index = questions.push(sql<boolean>`(${sql.join(conditions, sql` or `)})`) - 1
    return async () => (await shared())[index]!
  }
}
