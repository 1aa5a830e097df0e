import { decodeId } from '../kernel/id.ts'
import { attestPayeeName } from '../payees/names/store.ts'
import { withApp } from './app.ts'
import { CliError } from './failure-text.ts'

export async function attest(id: string, { json }: { json?: boolean }): Promise<void> {
  const uuid = decodeId('payeeName', id)
  if (uuid === null) throw new CliError("A payee name's id is needed, like pnm_….")
  await withApp(async (app) => {
    if (!(await attestPayeeName(app.db, uuid))) throw new CliError('There is no such payee name.')
  })
  console.log(json ? JSON.stringify({ id, basis: 'attested' }) : `${id} is attested.`)
}
