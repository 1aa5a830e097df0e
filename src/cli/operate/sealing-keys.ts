import { decodeId } from '../../kernel/id.ts'
import { withApp } from '../app.ts'
import { absentAs, CliError } from '../failure-text.ts'
import { operatorCall } from '../operator-call.ts'

export async function activate(id: string, { json }: { json?: boolean }): Promise<void> {
  if (decodeId('sealingKey', id) === null) throw new CliError("A sealing key's id is needed, like slk_….")
  await withApp(async (app) => {
    await app.services.sealingKeys.activate(operatorCall(app), id).catch(absentAs('There is no such sealing key.'))
  })
  console.log(json ? JSON.stringify({ id, status: 'usable' }) : `${id} is usable.`)
}
