import { decodeId } from '../../kernel/id.ts'
import type { Attested } from '../../payees/names/service.ts'
import { operatorCall, withApp } from '../app.ts'
import { asMistake } from '../failure.ts'
import { CliError, readInput } from '../options.ts'

/** Names that are attested in one transaction. */
const batch = 100

type Options = { file?: string; json?: boolean }

/** Reads the ids of a file, one a line; empty lines are skipped. @throws CliError */
async function idsIn(path: string): Promise<string[]> {
  const ids = (await readInput(path)).split('\n').flatMap((line) => line.trim() || [])
  const wrong = ids.findIndex((id) => decodeId('payeeName', id) === null)
  if (ids.length === 0) throw new CliError('--file has no id: give one a line, like pnm_….')
  if (wrong >= 0) throw new CliError(`--file: number ${wrong + 1} is no id of a payee name, like pnm_….`)
  return ids
}

async function attestOne(id: string, json: boolean): Promise<void> {
  if (decodeId('payeeName', id) === null) throw new CliError("A payee name's id is needed, like pnm_….")
  await withApp(async (app) => {
    await app.services.payeeNames
      .attest(operatorCall(app), id)
      .catch(asMistake({ resource_missing: 'There is no such payee name.' }))
  })
  console.log(json ? JSON.stringify({ id, basis: 'attested' }) : `${id} is attested.`)
}

async function attestFile(path: string, json: boolean): Promise<void> {
  const ids = await idsIn(path)
  let failed = 0
  const print = (one: Attested) => {
    const error = 'error' in one ? one.error.code : null
    if (error) failed++
    if (json) console.log(JSON.stringify(error ? { id: one.id, error } : { id: one.id, basis: 'attested' }))
    else if (error) console.error(`${one.id} is not attested: ${error}.`)
  }
  await withApp(async (app) => {
    for (let at = 0; at < ids.length; at += batch) {
      const attested = await app.services.payeeNames.attestAll(operatorCall(app), ids.slice(at, at + batch))
      for (const one of attested) print(one)
    }
  })
  if (!json) console.log(`Attested ${ids.length - failed} of ${ids.length} names.`)
  if (failed > 0) process.exitCode = 1
}

/** Returns one name by its id, or the names of a file that the operator has verified. */
export async function attest(id: string | undefined, { file, json = false }: Options): Promise<void> {
  if ((id === undefined) === (file === undefined)) throw new CliError('Give the id of a payee name, or --file.')
  await (file === undefined ? attestOne(id!, json) : attestFile(file, json))
}
