import pg from 'pg'

type Answered = (error: Error | null) => void

/** A COPY that sends all of its rows at once. The driver leaves to its user what is sent: it would send nothing. */
class CopyIn extends pg.Query {
  readonly #rows: Buffer

  constructor(statement: string, rows: Buffer, answered: Answered) {
    super(statement, undefined, answered as never)
    this.#rows = rows
  }

  handleCopyInResponse(connection: { sendCopyFromChunk(rows: Buffer): void; endCopyFrom(): void }): void {
    connection.sendCopyFromChunk(this.#rows)
    connection.endCopyFrom()
  }
}

/** Runs `copy … from stdin` with these rows, in the format that it names. All of them are stored, or none. */
export async function copyRows(pool: pg.Pool, statement: string, rows: Buffer): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      client.query(new CopyIn(statement, rows, (error) => (error ? reject(error) : resolve())) as never)
    })
  } catch (error) {
    // What the server refused leaves the connection as it was.
    if (!(error instanceof pg.DatabaseError)) broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}
