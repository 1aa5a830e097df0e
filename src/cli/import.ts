import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import cliProgress from 'cli-progress'
import type { Command } from 'commander'
import { errorCatalogue } from '../domain/errors.ts'
import { ensureConsumer } from '../persistence/api-keys.ts'
import type { Rejection } from '../services/importing/batch.ts'
import { importLines } from '../services/importing/import.ts'
import { withApp } from './app.ts'
import { CliError } from './failure-text.ts'
import { checkCsv, csvLines, jsonLines } from './import-lines.ts'

type Options = {
  consumer: string
  env: string
  format?: string
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

async function run(path: string, options: Options): Promise<void> {
  if (!['test', 'live'].includes(options.env)) throw new CliError('--env must be test or live.')
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new CliError(`There is no file ${path}.`)
  const isCsv = (options.format ?? (path.endsWith('.csv') ? 'csv' : 'jsonl')) === 'csv'
  const { fingerprint, lines } = await digestOf(path)
  if (isCsv) await checkCsv(path)
  const rejectedTo = options.rejected === undefined ? null : createWriteStream(options.rejected)
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
    const consumerId = await ensureConsumer(app.db, options.consumer, app.newId)
    if (process.stderr.isTTY) bar.start(lines, 0, { rate: 0 })
    const report = await importLines(
      {
        db: app.db,
        keyring: app.keyring,
        newId: app.newId,
        clock: app.clock,
        sealAddress: app.sealAddress,
        defaultRegion: app.config.defaultPhoneRegion,
      },
      isCsv ? csvLines(path, options.object) : jsonLines(path),
      {
        owner: { consumerId, livemode: options.env === 'live' },
        fingerprint,
        isDryRun: options.dryRun ?? false,
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
    .requiredOption('--consumer <name>', 'whose they become; made when it does not exist')
    .requiredOption('--env <env>', 'test or live')
    .option('--format <format>', 'jsonl or csv; by the file name when absent')
    .option('--object <object>', 'for a CSV without a column `object`: identity, alias or endpoint')
    .option('--dry-run', 'judge every line against the registry, and change nothing')
    .option('--rejected <file>', 'where the rejected lines are reported; standard error when absent')
    .option('--json', 'print the report as JSON')
    .action(run)
}
