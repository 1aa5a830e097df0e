import { decodeId } from '../kernel/id.ts'
import { activateSealingKey } from '../releases/keys/store.ts'
import { withApp } from './app.ts'
import { CliError } from './failure-text.ts'

export async function activate(id: string, { json }: { json?: boolean }): Promise<void> {
  const uuid = decodeId('sealingKey', id)
  if (uuid === null) throw new CliError("A sealing key's id is needed, like slk_….")
  await withApp(async (app) => {
    if (!(await activateSealingKey(app.db, uuid))) throw new CliError('There is no such sealing key.')
  })
  console.log(json ? JSON.stringify({ id, status: 'usable' }) : `${id} is usable.`)
}
