import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import cliProgress from 'cli-progress'
import { findConsumerNamed } from '../../access/consumers/store.ts'
import { csvRow } from '../../registry/import/csv.ts'
import { type ExportedLine, exportColumns } from '../../registry/import/export.ts'
import { countIdentities } from '../../registry/import/export-store.ts'
import { auditRest } from '../../surfaces/rest/audit.ts'
import { operatorCall, withApp } from '../app.ts'
import type { formats } from '../commands/data.ts'
import { asMistake } from '../failure.ts'
import { CliError, writable } from '../options.ts'

type Options = {
  consumer: string
  env: string
  format?: (typeof formats)[number]
  updatedSince?: Date
  output?: string
  json?: boolean
}

const inCsv = (line: ExportedLine): string => csvRow(exportColumns, line)
const inJson = (line: ExportedLine): string => `${JSON.stringify(line)}\n`

export async function run(options: Options): Promise<void> {
  await withApp(async (app) => {
    const { db } = app
    const consumer = await findConsumerNamed(db, options.consumer)
    if (!consumer) throw new CliError('--consumer names no existing consumer: see keys list.')
    const owner = { consumerId: consumer.id, livemode: options.env === 'live' }
    const out =
      options.output === undefined
        ? process.stdout
        : createWriteStream(options.output, { fd: writable(options.output, '--output') })
    const bar = new cliProgress.SingleBar({
      format: '{bar} {percentage}% | {value}/{total} identities | {eta_formatted} left',
      stream: process.stderr,
    })
    if (process.stderr.isTTY && options.output !== undefined) bar.start(await countIdentities(db, owner), 0)
    const textOf = options.format === 'csv' ? inCsv : inJson
    if (options.format === 'csv') out.write(`${exportColumns.join(',')}\n`)
    let identities = 0
    let lines = 0
    const exported = app.services.registryCommands.export(operatorCall(app), owner, {
      since: options.updatedSince ?? null,
    })
    for await (const ofIdentity of exported) {
      lines += ofIdentity.length
      if (!out.write(ofIdentity.map(textOf).join(''))) await once(out, 'drain')
      bar.update(++identities)
    }
    bar.stop()
    if (out === process.stdout) return
    out.end()
    await once(out, 'finish')
    console.log(
      options.json ? JSON.stringify({ identities, lines }) : `Exported ${identities} identities in ${lines} lines.`,
    )
  })
}

type AuditOptions = { since?: Date; until?: Date; after?: string }

const cursorMistake = asMistake({
  cursor_invalid: '--after names no entry: give the id of the last line, like aud_….',
})

/** Prints every log: that of the operator, then those of the consumers, each by environment and oldest first. */
export async function exportAll({ since, until, after }: AuditOptions): Promise<void> {
  await withApp(async (app) => {
    const window = { since: since ?? null, until: until ?? null, after: after ?? null }
    try {
      for await (const page of app.services.audit.exportAll(operatorCall(app), window)) {
        const lines = page.map(({ consumer, entry }) => JSON.stringify({ ...auditRest.view(entry), consumer }))
        if (!process.stdout.write(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain')
      }
    } catch (error) {
      cursorMistake(error)
    }
  })
}
