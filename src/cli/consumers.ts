import type { Command } from 'commander'
import { setGroup } from '../access/api-keys/store.ts'
import { withApp } from './app.ts'
import { addAttests } from './attests.ts'
import { CliError } from './failure-text.ts'
import { label, mandatory, valued } from './options.ts'

type GroupOptions = { consumer: string; group?: string; json?: boolean }

async function group({ consumer, group: name, json }: GroupOptions): Promise<void> {
  await withApp(async (app) => {
    if (!(await setGroup(app.db, consumer, name ?? null))) throw new CliError('There is no such consumer.')
  })
  if (json) console.log(JSON.stringify({ consumer, group: name ?? null }))
  else console.log(name === undefined ? 'The consumer stands by itself.' : 'The consumer is one of its group.')
}

export function addConsumers(program: Command): void {
  const consumers = program
    .command('consumers')
    .description('Consumers: which of them belong together, and whose word counts')
  addAttests(consumers)
  consumers
    .command('group')
    .description('Say which group a consumer belongs to, such as a company: its consumers share their payee checks')
    .addOption(mandatory(valued('--consumer <name>', 'the name of the consumer', label)))
    .addOption(valued('--group <name>', 'the group; without it the consumer stands by itself', label))
    .option('--json', 'print JSON')
    .action(group)
}
