import { once } from 'node:events'
import { SignpostError } from '../../kernel/errors.ts'
import { auditViews } from '../../surfaces/rest/audit.ts'
import { withApp } from '../app.ts'
import { CliError } from '../failure-text.ts'
import { operatorCall } from '../operator-call.ts'

type Options = { since?: Date; until?: Date; after?: string }

function asMistake(error: unknown): never {
  if (error instanceof SignpostError && error.code === 'cursor_invalid')
    throw new CliError('--after names no entry: give the id of the last line, like aud_….')
  throw error
}

/** Prints every log: that of the operator, then those of the consumers, each by environment and oldest first. */
export async function exportAll({ since, until, after }: Options): Promise<void> {
  await withApp(async (app) => {
    const window = { since: since ?? null, until: until ?? null, after: after ?? null }
    try {
      for await (const page of app.services.audit.exportAll(operatorCall(app), window)) {
        const lines = page.map(({ consumer, entry }) => JSON.stringify({ ...auditViews.auditEntry(entry), consumer }))
        if (!process.stdout.write(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain')
      }
    } catch (error) {
      asMistake(error)
    }
  })
}
