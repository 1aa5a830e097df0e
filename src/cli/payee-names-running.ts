import { decodeId } from '../kernel/id.ts'
import { withApp } from './app.ts'
import { absentAs, CliError } from './failure-text.ts'
import { operatorCall } from './operator-call.ts'

export async function attest(id: string, { json }: { json?: boolean }): Promise<void> {
  if (decodeId('payeeName', id) === null) throw new CliError("A payee name's id is needed, like pnm_….")
  await withApp(async (app) => {
    await app.services.payeeNames.attest(operatorCall(app), id).catch(absentAs('There is no such payee name.'))
  })
  console.log(json ? JSON.stringify({ id, basis: 'attested' }) : `${id} is attested.`)
}
