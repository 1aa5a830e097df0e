import { type RawBuilder, sql } from 'kysely'
import type { Database } from './orm.ts'

/** Makes the question whether any rows wait for a job: it is due where one of the conditions holds. */
export type DueLook = (...conditions: readonly RawBuilder<boolean>[]) => () => Promise<boolean>

/**
 * Asks for many jobs at once: questions of one turn of the event loop share one statement. A job
 * that looks each second costs a service at rest nearly nothing then.
 */
export function createDueLook(db: Database): DueLook {
  const questions: RawBuilder<boolean>[] = []
  let asking: Promise<boolean[]> | null = null

  async function askAll(): Promise<boolean[]> {
    const { rows } = await sql<{ due: boolean[] }>`select array[${sql.join(questions)}] as due`.execute(db)
    return rows[0]!.due
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
