import { type RawBuilder, sql } from 'kysely'
import type { Database } from './orm.ts'

/** Makes a check for waiting rows of a job: they are due if one of the conditions holds. */
export type DueLook = (...conditions: readonly RawBuilder<boolean>[]) => () => Promise<boolean>

/**
 * Checks many jobs at once: checks in one turn of the event loop share one statement, so that jobs that check each
 * second cost an idle service nearly nothing.
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
