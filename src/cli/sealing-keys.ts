import type { Command } from 'commander'
import { decodeId } from '../kernel/id.ts'
import { activateSealingKey } from '../releases/keys/store.ts'
import { withApp } from './app.ts'
import { CliError } from './failure-text.ts'

async function activate(id: string, { json }: { json?: boolean }): Promise<void> {
  const uuid = decodeId('sealingKey', id)
  if (uuid === null) throw new CliError("A sealing key's id is needed, like slk_….")
  await withApp(async (app) => {
    if (!(await activateSealingKey(app.db, uuid))) throw new CliError('There is no such sealing key.')
  })
  console.log(json ? JSON.stringify({ id, status: 'usable' }) : `${id} is usable.`)
}

export function addSealingKeys(program: Command): void {
  program
    .command('sealing-keys')
    .description('Keys of payers that addresses are sealed to')
    .command('activate <id>')
    .description('End the wait of a sealing key, once its consumer has confirmed it')
    .option('--json', 'print JSON')
    .action(activate)
}
