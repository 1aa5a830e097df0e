import type { Command } from 'commander'
import type { AuditEntriesQuery, AuditEntry } from '../../client/client.ts'
import { type Commands, moment, valued } from '../options.ts'
import { ask } from './ask.ts'
import { askById, askList, type Column } from './show.ts'

const columns: readonly Column<AuditEntry>[] = [
  ['ID', 'id'],
  ['AT', 'at'],
  ['KIND', 'kind'],
  ['ACTOR', 'actor'],
  ['SUBJECTS', 'subjects'],
  ['CHANGED', 'changed'],
]

type Window = { since?: Date | undefined; until?: Date | undefined }

const timesOf = ({ since, until }: Window): Pick<AuditEntriesQuery, 'since' | 'until'> => ({
  ...(since && { since: since.getTime() }),
  ...(until && { until: until.getTime() }),
})

const windowed = (command: Command): Command =>
  command
    .addOption(valued('--since <time>', 'from this date or time on', moment))
    .addOption(valued('--until <time>', 'before this date or time', moment))

const resumed = (command: Command): Command =>
  windowed(command).option('--after <id>', 'the id of the last line of an export that was cut: the lines after it')

function addAudit(audit: Command): void {
  askList(
    windowed(audit.command('list').description('List the entries of your log'))
      .option('--kind <kind>', 'only this kind, or a family like endpoint.*')
      .option('--subject <id>', 'only entries about this record')
      .option('--actor <id>', 'only what this key, consumer or job did'),
    columns,
    (client) =>
      ({ since, until, ...query }: Omit<AuditEntriesQuery, keyof Window> & Window) =>
        client.audit.list({ ...query, ...timesOf({ since, until }) }),
  )
  askById(audit, 'show', 'Show an entry', (client) => client.audit.retrieve)
  ask<Window & { after?: string }>(
    resumed(audit.command('export').description('Print all entries of your log as JSON lines, newest first')),
    async ({ client }, { after, ...window }) => {
      const query = { limit: 100, ...timesOf(window), ...(after && { starting_after: after }) }
      for await (const entry of client.audit.list(query)) console.log(JSON.stringify(entry))
    },
  )
  resumed(audit.command('export-all'))
    .description("Print the entries of every consumer, and the operator's own, as JSON lines (with DATABASE_URL)")
    .option('--json', 'print JSON, one object per line, as without it')
    .action(async (options) => (await import('../operate/export.ts')).exportAll(options))
}

export const commands: Commands = { audit: addAudit }
