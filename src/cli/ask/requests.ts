import { type Command, Option } from 'commander'
import type { Release, RequestRecord } from '../../client/client.ts'
import { type Commands, valued, wholeNumber } from '../options.ts'
import { ask } from './ask.ts'
import { askList, type Column, showRecord } from './show.ts'

const columns: readonly Column<RequestRecord>[] = [
  ['ID', 'id'],
  ['CREATED', 'created'],
  ['OPERATION', 'operation'],
  ['STATUS', 'status'],
  ['CODE', 'code'],
  ['MS', 'duration_ms'],
  ['COUNT', 'count'],
  ['KEY', 'key'],
]

const keyOption = () => new Option('--key <id>', 'only those with this key, key_…')
const seconds = wholeNumber(0, 253_402_300_799)

function addRequests(requests: Command): void {
  askList(
    requests
      .command('list')
      .description('List your writes and refusals of the last 7 days')
      .option('--operation <name>', 'only this field of the schema, like Mutation.createAlias')
      .addOption(valued('--status <status>', 'only this HTTP status', wholeNumber(100, 599)))
      .option('--code <code>', 'only refusals with this code')
      .addOption(keyOption())
      .addOption(valued('--since <seconds>', 'from this Unix time on', seconds))
      .addOption(valued('--until <seconds>', 'before this Unix time', seconds)),
    columns,
    (client) => client.requests.list,
  )
  ask<{ key?: string }>(
    requests
      .command('usage')
      .description('Count the requests with each key on the last 30 days')
      .addOption(keyOption()),
    async ({ client, json }, { key }) => {
      for (const { key: id, requests, days } of (await client.usageKeys(key ? { key } : undefined)).data)
        showRecord(json ? { key: id, requests, days } : { key: id, requests }, json)
    },
  )
}

const releaseColumns: readonly Column<Release>[] = [
  ['ID', 'id'],
  ['CREATED', 'created'],
  ['STATUS', 'status'],
  ['ENDPOINT', 'endpoint'],
  ['ALIAS TYPE', 'alias_type'],
  ['REFERENCE', 'reference'],
]

function addReleases(releases: Command): void {
  askList(
    releases.command('list').description('List your own releases of 30 days, without the sealed addresses'),
    releaseColumns,
    (client) => client.releases.list,
  )
}

export const commands: Commands = { requests: addRequests, releases: addReleases }
