import type { Command } from 'commander'
import type { Release } from '../../client/client.ts'
import { ask } from './ask.ts'
import { type Column, limitOption, pageOf, showList } from './show.ts'

const columns: readonly Column<Release>[] = [
  ['ID', 'id'],
  ['CREATED', 'created'],
  ['STATUS', 'status'],
  ['ENDPOINT', 'endpoint'],
  ['ALIAS TYPE', 'alias_type'],
  ['REFERENCE', 'reference'],
]

export function addReleases(program: Command): void {
  const releases = program.command('releases')
  ask<{ limit: number }>(
    releases
      .command('list')
      .description('List your own releases of 30 days, without the sealed addresses')
      .addOption(limitOption()),
    ({ client, json }, { limit }) => showList(client.releases.list({ limit: pageOf(limit) }), columns, { json, limit }),
  )
}
