import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import cliProgress from 'cli-progress'
import { ensureConsumer, findConsumerByName } from '../access/api-keys/store.ts'
import type { App } from '../app/context.ts'
import { cooldownDaysOf } from '../app/cooldown.ts'
import type { Database } from '../database/orm.ts'
import { exampleFile } from '../maintenance/import/example.ts'
import { type ImportReport, importLines } from '../maintenance/import/import.ts'
import type { Rejection } from '../maintenance/import/rejection.ts'
import { withApp } from './app.ts'
import { CliError } from './failure-text.ts'
import { isSameFile, readable, writable } from './files.ts'
import type { formats } from './import.ts'
import { checkCsv, csvLines, jsonLines } from './import-lines.ts'

type Format = (typeof formats)[number]

type Options = {
  consumer: string
  env: 'test' | 'live'
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

const counted = ['created', 'updated', 'replaced', 'unchanged', 'rejected'] as const

/** What came of it, for people or for scripts. */
function tell(report: ImportReport, { json, dryRun = false }: Options, seconds: number): void {
  const rate = Math.round(report.lines / seconds)
  if (json) console.log(JSON.stringify({ ...report, dryRun, seconds: Number(seconds.toFixed(2)), rate }))
  else {
    const counts = counted.map((name) => `${report[name]} ${name}`).join(', ')
    const verb = dryRun ? 'Would import' : 'Imported'
    console.log(`${verb} ${report.lines} lines: ${counts}, in ${seconds.toFixed(1)} s (${rate}/s).`)
  }
}

/** Where rejected lines are written. @throws CliError */
function rejectedFile(path: string | undefined) {
  const file = path === undefined ? null : createWriteStream(path, { fd: writable(path, '--rejected') })
  return {
    write(rejection: Rejection): void {
      const text = `${JSON.stringify(rejection)}\n`
      if (file) file.write(text)
      else process.stderr.write(text)
    },
    async end(): Promise<void> {
      if (!file) return
      file.end()
      await once(file, 'finish')
    },
  }
}

async function run(file: string, options: Options): Promise<void> {
  const path = readable(file, '<file>')
  const isCsv = formatOf(path, options) === 'csv'
  if (options.rejected !== undefined && isSameFile(path, options.rejected)) {
    throw new CliError('--rejected must be another file than the one that is imported: it is written over.')
  }
  const { fingerprint, lines } = await digestOf(path)
  if (isCsv) await checkCsv(path)
  const rejected = rejectedFile(options.rejected)
  const bar = new cliProgress.SingleBar({
    format: '{bar} {percentage}% | {value}/{total} lines | {rate}/s | {eta_formatted} left',
    stream: process.stderr,
    noTTYOutput: false,
  })
  const started = performance.now()
  await withApp(async (app) => {
    const { config } = app
    const { consumerId, prepare } = await consumerOf(app, options)
    if (process.stderr.isTTY) bar.start(lines, 0, { rate: 0 })
    const report = await importLines(
      {
        ...app,
        cooldownDays: cooldownDaysOf(config),
        defaultRegion: config.defaultPhoneRegion,
        catalogueMode: config.capabilityCatalogue,
      },
      isCsv ? csvLines(path, options.object) : jsonLines(path),
      {
        owner: { consumerId, livemode: options.env === 'live' },
        fingerprint,
        isDryRun: options.dryRun ?? false,
        prepare,
        onRejected: rejected.write,
        onProgress: (done) => bar.update(done, { rate: Math.round((done * 1000) / (performance.now() - started)) }),
      },
    ).finally(() => bar.stop())
    await rejected.end()
    tell(report, options, (performance.now() - started) / 1000)
    if (report.rejected > 0) process.exitCode = 1
  })
}

type Given = Partial<Options> & { example?: Format }

/** Prints the example, or imports: what it cannot do without is asked for only then. */
export async function runOrShow(file: string | undefined, { example, ...options }: Given): Promise<void> {
  if (example !== undefined) return void process.stdout.write(exampleFile(example))
  if (file === undefined) throw new CliError('Give the file to import, or --example jsonl for one that imports.')
  const { consumer, env } = options
  if (consumer === undefined) throw new CliError('--consumer is needed: whose the records become.')
  if (env === undefined) throw new CliError('--env is needed: test or live.')
  await run(file, { ...options, consumer, env })
}
