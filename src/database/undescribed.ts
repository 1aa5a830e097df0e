import type { Pool, Submittable } from 'pg'

/** The parts of pg's connection that a statement is sent by; its types leave them out. */
type Sending = {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
  readonly stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string; types: readonly number[] }): void
  bind(message: { portal: string; statement: string; values: readonly string[] }): void
  execute(message: { portal: string; rows: number }): void
  sync(): void
}
type Fields = readonly (string | null)[]
type Done = (error: Error | null, result?: { rows: Fields[] }) => void

/**
 * A statement without parameters whose columns are known: it does not ask for their description, so that its
 * backend does less. Each value comes as its text. A `name` makes the connection keep it parsed.
 */
class Undescribed implements Submittable {
  readonly name: string
  readonly text: string
  callback: Done | undefined
  readonly #rows: Fields[] = []

  constructor(name: string, text: string) {
    this.name = name
    this.text = text
  }

  submit(connection: unknown): void {
    const sending = connection as Sending
    const { name, text } = this
    sending.stream.cork()
    if (name === '' || !sending.parsedStatements[name]) sending.parse({ name, text, types: [] })
    sending.bind({ portal: '', statement: name, values: [] })
    sending.execute({ portal: '', rows: 0 })
    sending.sync()
    sending.stream.uncork()
  }

  handleDataRow({ fields }: { fields: Fields }): void {
    this.#rows.push(fields)
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.callback?.(null, { rows: this.#rows })
  }
  handleError(error: Error): void {
    this.callback?.(error)
  }
}

/** The rows of a statement without parameters, as the texts of its columns. */
export async function queryUndescribed(pool: Pool, { name, text }: { name: string; text: string }): Promise<Fields[]> {
  const asked = pool.query(new Undescribed(name, text) as never) as unknown as Promise<{ rows: Fields[] }>
  return (await asked).rows
}
