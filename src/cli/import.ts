import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import cliProgress from 'cli-progress'
import type { Command } from 'commander'
import { ensureConsumer, findConsumerByName } from '../access/api-keys/store.ts'
import type { App } from '../app/context.ts'
import type { Database } from '../database/orm.ts'
import { errorCatalogue } from '../kernel/errors.ts'
import type { Rejection } from '../maintenance/import/batch.ts'
import { importLines } from '../maintenance/import/import.ts'
import { withApp } from './app.ts'
import { CliError } from './failure-text.ts'
import { isSameFile, readable, writable } from './files.ts'
import { checkCsv, csvLines, jsonLines } from './import-lines.ts'
import { environment, label, mandatory, oneOf, valued } from './options.ts'

const formats = ['jsonl', 'csv'] as const
type Format = (typeof formats)[number]

type Options = {
  consumer: string
  env: string
  format?: Format
  object?: string
  dryRun?: boolean
  rejected?: string
  json?: boolean
}

async function digestOf(path: string): Promise<{ fingerprint: string; lines: number }> {
  const hash = createHash('sha256')
  let lines = 0
  await pipeline(
    createReadStream(path),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
      }
      yield ''
    },
    async (rest) => {
      for await (const _ of rest);
    },
  )
  return { fingerprint: hash.digest('hex'), lines }
}

const byExtension: Partial<Record<string, Format>> = { '.csv': 'csv', '.jsonl': 'jsonl', '.ndjson': 'jsonl' }

/** What the user says, or else what the file's name says. Nothing is guessed: a wrong guess rejects every line. */
function formatOf(path: string, { format, object }: Options): Format {
  const found = format ?? byExtension[extname(path).toLowerCase()]
  if (!found) throw new CliError('Give --format jsonl or --format csv: the name of the file does not say which it is.')
  if (object !== undefined && found !== 'csv')
    throw new CliError('--object is for CSV: a line of JSONL says what it is.')
  return found
}

/** Whose the records become. A dry run makes no consumer that outlives it. */
async function consumerOf(
  { db, newId }: App,
  { consumer: name, dryRun }: Options,
): Promise<{ consumerId: string; prepare: (trx: Database) => Promise<unknown> }> {
  if (!dryRun) return { consumerId: await ensureConsumer(db, name, newId), prepare: async () => undefined }
  const found = await findConsumerByName(db, name)
  const consumerId = found?.id ?? newId()
  return { consumerId, prepare: (trx) => ensureConsumer(trx, name, () => consumerId) }
}

async function run(file: string, options: Options): Promise<void> {
  const path = readable(file, '<file>')
  const isCsv = formatOf(path, options) === 'csv'
  if (options.rejected !== undefined && isSameFile(path, options.rejected)) {
    throw new CliError('--rejected must be another file than the one that is imported: it is written over.')
  }
  const { fingerprint, lines } = await digestOf(path)
  if (isCsv) await checkCsv(path)
  const rejectedTo =
    options.rejected === undefined
      ? null
      : createWriteStream(options.rejected, { fd: writable(options.rejected, '--rejected') })
  const bar = new cliProgress.SingleBar({
    format: '{bar} {percentage}% | {value}/{total} lines | {rate}/s | {eta_formatted} left',
    stream: process.stderr,
    noTTYOutput: false,
  })
  const started = performance.now()
  const onRejected = (rejection: Rejection) => {
    const text = JSON.stringify({ ...rejection, message: errorCatalogue[rejection.code].message })
    if (rejectedTo) rejectedTo.write(`${text}\n`)
    else process.stderr.write(`${text}\n`)
  }
  await withApp(async (app) => {
    const { consumerId, prepare } = await consumerOf(app, options)
    if (process.stderr.isTTY) bar.start(lines, 0, { rate: 0 })
    const report = await importLines(
      {
        db: app.db,
        keyring: app.keyring,
        newId: app.newId,
        clock: app.clock,
        sealAddress: app.sealAddress,
        defaultRegion: app.config.defaultPhoneRegion,
        catalogueMode: app.config.capabilityCatalogue,
      },
      isCsv ? csvLines(path, options.object) : jsonLines(path),
      {
        owner: { consumerId, livemode: options.env === 'live' },
        fingerprint,
        isDryRun: options.dryRun ?? false,
        prepare,
        onRejected,
        onProgress: (done) => bar.update(done, { rate: Math.round((done * 1000) / (performance.now() - started)) }),
      },
    )
    bar.stop()
    rejectedTo?.end()
    const seconds = (performance.now() - started) / 1000
    const rate = Math.round((report.lines - report.resumedAt) / seconds)
    if (options.json)
      console.log(
        JSON.stringify({ ...report, dryRun: options.dryRun ?? false, seconds: Number(seconds.toFixed(2)), rate }),
      )
    else {
      console.log(
        `${options.dryRun ? 'Would import' : 'Imported'} ${report.accepted} of ${report.lines} lines, rejected ${report.rejected}, in ${seconds.toFixed(1)} s (${rate}/s).`,
      )
      if (report.resumedAt > 0) console.log(`Taken up again after line ${report.resumedAt}.`)
    }
    if (report.rejected > 0) process.exitCode = 1
  })
}

export function addImport(program: Command): void {
  program
    .command('import <file>')
    .description('Import identities, aliases and endpoints from JSONL or CSV; killed, it goes on where it stopped')
    .addOption(mandatory(valued('--consumer <name>', 'whose they become; made when it does not exist', label)))
    .addOption(environment())
    .addOption(
      valued('--format <format>', 'jsonl or csv; when absent, by the name: .jsonl, .ndjson or .csv', oneOf(formats)),
    )
    .addOption(
      valued(
        '--object <object>',
        'for a CSV without a column `object`: identity, alias or endpoint',
        oneOf(['identity', 'alias', 'endpoint']),
      ),
    )
    .option('--dry-run', 'judge every line against the registry, and change nothing')
    .option('--rejected <file>', 'where the rejected lines are reported; standard error when absent')
    .option('--json', 'print the report as JSON')
    .action(run)
}
