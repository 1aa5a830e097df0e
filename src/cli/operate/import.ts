import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { extname } from 'node:path'
import cliProgress from 'cli-progress'
import { requireName } from '../../access/consumers/rules.ts'
import { findConsumerNamed, insertConsumer } from '../../access/consumers/store.ts'
import type { Database } from '../../database/orm.ts'
import { decodeId } from '../../kernel/id.ts'
import type { App } from '../../process/compose/context.ts'
import { exampleFile } from '../../registry/import/csv.ts'
import { type ImportReport, importLines, type SourceLine } from '../../registry/import/import.ts'
import type { Rejection } from '../../registry/import/rejected-line.ts'
import { operatorCall, withApp } from '../app.ts'
import type { formats } from '../commands/data.ts'
import { CliError, readable, writable } from '../options.ts'
import { some } from '../terminal.ts'
import { checkCsv, csvLines, jsonLines, payeeRows } from './import-lines.ts'

type Format = (typeof formats)[number]

type Options = {
  consumer: string
  env: 'test' | 'live'
  format?: Format
  object?: string
  dryRun?: boolean
  rejected?: string
  warnings?: string
  json?: boolean
}

async function digestOf(path: string): Promise<{ fingerprint: string; lines: number }> {
  const hash = createHash('sha256')
  let lines = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
  }
  return { fingerprint: hash.digest('hex'), lines }
}

const byExtension: Partial<Record<string, Format>> = { '.csv': 'csv', '.jsonl': 'jsonl', '.ndjson': 'jsonl' }

/**
 * Returns the format of the option, or of the file's extension. There is no other guess: a wrong one rejects every
 * line.
 */
function formatOf(path: string, { format, object }: Options): Format {
  const found = format ?? byExtension[extname(path).toLowerCase()]
  if (!found) throw new CliError('Give --format jsonl or --format csv: the name of the file shows neither.')
  if (object !== undefined && found !== 'csv')
    throw new CliError('--object is for CSV: a line of JSONL has its own object.')
  return found
}

/** Finds the consumer of the imported records. A dry run refuses the names that a run refuses, and creates no consumer. */
async function consumerOf(
  app: App,
  { consumer: name, dryRun }: Options,
): Promise<{ consumerId: string; isNew: boolean; prepare?: (trx: Database) => Promise<unknown> }> {
  const found = await findConsumerNamed(app.db, name)
  if (found) return { consumerId: found.id, isNew: false }
  if (!dryRun) {
    const { id } = await app.services.consumers.create(operatorCall(app), { name })
    return { consumerId: decodeId('consumer', id)!, isNew: true }
  }
  const row = { id: app.newId(), name: requireName(name), display_name: null }
  return { consumerId: row.id, isNew: true, prepare: (trx) => insertConsumer(trx, row) }
}

const counted = ['created', 'updated', 'replaced', 'unchanged', 'rejected'] as const

/** Prints the result, for people or for scripts. It names a new consumer, which may be a misspelt one. */
function tell(
  report: ImportReport,
  { json, dryRun = false, consumer }: Options,
  seconds: number,
  isNew: boolean,
): void {
  const rate = Math.round(report.lines / seconds)
  if (json) console.log(JSON.stringify({ ...report, dryRun, seconds: Number(seconds.toFixed(2)), rate }))
  else {
    const counts = counted.map((name) => `${report[name]} ${name}`).join(', ')
    const verb = dryRun ? 'Would import' : 'Imported'
    const warned = report.warnings === 0 ? '' : `, with ${some(report.warnings, 'warning')}`
    console.log(`${verb} ${some(report.lines, 'line')}: ${counts}${warned}, in ${seconds.toFixed(1)} s (${rate}/s).`)
    if (isNew) console.log(`The consumer ${consumer} is new.`)
  }
}

/** Opens the report of lines; `otherwise` takes them without a file. @throws CliError */
function reportFile(name: string, path: string | undefined, otherwise: (text: string) => void) {
  const file = path === undefined ? null : createWriteStream(path, { fd: writable(path, name) })
  return {
    write(rejection: Rejection): void {
      const text = `${JSON.stringify(rejection)}\n`
      if (file) file.write(text)
      else otherwise(text)
    },
    async end(): Promise<void> {
      if (!file) return
      file.end()
      await once(file, 'finish')
    },
  }
}

function linesOf(path: string, isCsv: boolean, { object }: Options): AsyncIterable<SourceLine> {
  if (!isCsv) return jsonLines(path)
  return object === 'payee' ? payeeRows(path) : csvLines(path, object)
}

/** Returns true if two paths name one file, also where one is a link to the other. */
function isSameFile(path: string, otherPath: string): boolean {
  try {
    const [one, other] = [statSync(path, { bigint: true }), statSync(otherPath, { bigint: true })]
    return one.dev === other.dev && one.ino === other.ino
  } catch {
    return false
  }
}

async function run(file: string, options: Options): Promise<void> {
  const path = readable(file, '<file>')
  const isCsv = formatOf(path, options) === 'csv'
  for (const name of ['rejected', 'warnings'] as const)
    if (options[name] !== undefined && isSameFile(path, options[name]))
      throw new CliError(`--${name} must be another file than the import: it is overwritten.`)
  const { fingerprint, lines } = await digestOf(path)
  if (isCsv) await checkCsv(path, options.object)
  const rejected = reportFile('--rejected', options.rejected, (text) => process.stderr.write(text))
  const warnings = reportFile('--warnings', options.warnings, () => undefined)
  const bar = new cliProgress.SingleBar({
    format: '{bar} {percentage}% | {value}/{total} lines | {rate}/s | {eta_formatted} left',
    stream: process.stderr,
    noTTYOutput: false,
  })
  const started = performance.now()
  await withApp(async (app) => {
    const { consumerId, isNew, ...preparing } = await consumerOf(app, options)
    if (process.stderr.isTTY) bar.start(lines, 0, { rate: 0 })
    const report = await importLines(
      { ...app, catalogueMode: app.config.capabilityCatalogue },
      linesOf(path, isCsv, options),
      {
        owner: { consumerId, livemode: options.env === 'live' },
        fingerprint,
        isDryRun: options.dryRun ?? false,
        ...preparing,
        onRejected: rejected.write,
        onWarning: warnings.write,
        onProgress: (done) => bar.update(done, { rate: Math.round((done * 1000) / (performance.now() - started)) }),
      },
    ).finally(() => bar.stop())
    await Promise.all([rejected.end(), warnings.end()])
    tell(report, options, (performance.now() - started) / 1000, isNew)
    if (report.rejected > 0) process.exitCode = 1
  })
}

type Given = Partial<Options> & { example?: Format }

/** Prints the example, or imports: required options are checked only for an import. */
export async function runOrShow(file: string | undefined, { example, ...options }: Given): Promise<void> {
  if (example !== undefined) return void process.stdout.write(exampleFile(example))
  if (file === undefined) throw new CliError('Give the file to import, or --example jsonl for an example.')
  const { consumer, env } = options
  if (consumer === undefined) throw new CliError('--consumer is needed: the consumer of the records.')
  if (env === undefined) throw new CliError('--env is needed: test or live.')
  await run(file, { ...options, consumer, env })
}
