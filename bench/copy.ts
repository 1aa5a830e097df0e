import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** Runs `copy … from stdin` with these rows. All of them are stored, or none. */
export async function copyRows(pool: pg.Pool, statement: string, rows: Buffer): Promise<void> {
  const client = await pool.connect()
  try {
    await pipeline(Readable.from([rows]), client.query(from(statement)))
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}
