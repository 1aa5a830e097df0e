import type { Command } from 'commander'
import { decodeId } from '../kernel/id.ts'
import { attestPayeeName } from '../payees/names/store.ts'
import { withApp } from './app.ts'
import { CliError } from './failure-text.ts'

async function attest(id: string, { json }: { json?: boolean }): Promise<void> {
  const uuid = decodeId('payeeName', id)
  if (uuid === null) throw new CliError("A payee name's id is needed, like pnm_….")
  await withApp(async (app) => {
    if (!(await attestPayeeName(app.db, uuid))) throw new CliError('There is no such payee name.')
  })
  console.log(json ? JSON.stringify({ id, basis: 'attested' }) : `${id} is attested.`)
}

export function addPayeeNames(program: Command): void {
  program
    .command('payee-names')
    .description('Names of payees: what the operator says of them')
    .command('attest <id>')
    .description("Attest a payee name, by the operator's own proof: it may match in live mode")
    .option('--json', 'print JSON')
    .action(attest)
}
