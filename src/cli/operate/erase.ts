import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { decodeId, encodeId } from '../../kernel/id.ts'
import type { App } from '../../process/compose/context.ts'
import { ErasureFailed, eraseAll } from '../../registry/erasure/erasing.ts'
import { countUnerased, listAsked, type Replayed, replayErasures } from '../../registry/erasure/replay.ts'
import { findLeft } from '../../registry/erasure/residue.ts'
import { readErasure } from '../../registry/erasure/residue-store.ts'
import { withApp } from '../app.ts'
import { CliError, readable } from '../options.ts'
import type { Finding } from './doctor/findings.ts'

type Options = { list?: boolean; since?: Date; replay?: string; dryRun?: boolean; json?: boolean }

/** The list of a database without erasures: a file without this line and without ids was lost or cut. */
const none = '# No erasure was requested.'

/**
 * Reads a list of ids, one a line, as distinct uuids. All of it is read before any record is erased. @throws CliError
 * that names the line and doesn't repeat it
 */
function idsOf(path: string): string[] {
  const lines = readFileSync(path === '-' ? 0 : readable(path, '--replay'), 'utf8').split(/\r?\n/)
  const ids = new Set<string>()
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || line === none) continue
    const id = decodeId('identity', line.trim())
    if (id === null) throw new CliError(`--replay: line ${at + 1} is no id of an identity (idn_…).`)
    ids.add(id)
  }
  if (ids.size === 0 && !lines.includes(none)) throw new CliError('--replay: the list is empty.')
  return [...ids]
}

function tell({ listed, absent, asked, replayed }: Replayed, left: number, { json, dryRun = false }: Options): void {
  if (json) {
    console.log(JSON.stringify({ listed, absent, asked, replayed, left, dry_run: dryRun }))
    return
  }
  const verb = dryRun ? 'would be erased again' : 'erased again'
  console.log(`${listed} listed: ${replayed} ${verb}, ${asked} requested before, ${absent} not in this database.`)
  if (!dryRun && left > 0) console.log(`${left} are not erased yet: a webhook worker continues, or this command.`)
}

async function replay(app: App, ids: readonly string[], options: Options): Promise<void> {
  const isDryRun = options.dryRun ?? false
  const deps = { ...app, wakeDeliveries: () => undefined }
  const report = await replayErasures(deps, ids, isDryRun)
  if (!isDryRun)
    await eraseAll(deps).catch((error) => {
      // The report counts them as left.
      if (!(error instanceof ErasureFailed)) throw error
      console.error(error.message)
    })
  const left = await countUnerased(app.db, ids)
  tell(report, left, options)
  if (!isDryRun && left > 0) process.exitCode = 1
}

async function list({ db }: App, since: Date | undefined): Promise<void> {
  let isEmpty = true
  for await (const ids of listAsked(db, since ?? null)) {
    isEmpty = false
    const lines = ids.map((id) => `${encodeId('identity', id)}\n`)
    if (!process.stdout.write(lines.join(''))) await once(process.stdout, 'drain')
  }
  if (isEmpty) console.log(none)
}

export async function run(options: Options): Promise<void> {
  if ((options.list === true) === (options.replay !== undefined)) throw new CliError('Give either --list or --replay.')
  if (options.list) return withApp((app) => list(app, options.since))
  if (options.since) throw new CliError('--since is for --list.')
  const ids = idsOf(options.replay!)
  await withApp((app) => replay(app, ids, options))
}

/** Reports the remaining data of an erased identity. */
export async function erasedFindings(name: string): Promise<Finding[]> {
  const id = decodeId('identity', name)
  if (id === null) throw new CliError('--erased takes the id of an identity: idn_…')
  return withApp(async ({ db, keyring }) => {
    const erasure = await readErasure(db, id)
    if (!erasure) throw new CliError('--erased names no existing identity.')
    const { columns, sealed, keptUntil } = await findLeft(db, keyring, [id])
    const isEnded = erasure.erased_at !== null
    const findings: Finding[] = [
      isEnded
        ? { check: 'erasure', state: 'good', found: `ended ${erasure.erased_at!.toISOString()}` }
        : {
            check: 'erasure',
            state: 'bad',
            found: erasure.erasing_at === null ? 'it was not requested' : 'it has not ended',
            todo: 'The job erase-identities of a webhook worker does it, within 24 hours.',
          },
    ]
    for (const { table, column, rows } of columns)
      findings.push({ check: 'row', state: 'bad', found: `${table}.${column}: ${rows} rows have data` })
    for (const { table, column, rows, opened } of sealed)
      findings.push({ check: 'sealed', state: 'bad', found: `${table}.${column}: ${rows} sealed, ${opened} opened` })
    if (keptUntil)
      findings.push({
        check: 'answers',
        state: 'warning',
        found: `stored answers name it until ${keptUntil.toISOString()}`,
      })
    if (findings.length === 1 && isEnded)
      findings.push({ check: 'left', state: 'good', found: 'nothing: every sealed column was opened' })
    return findings
  })
}
