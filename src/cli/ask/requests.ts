import type { Command } from 'commander'
import type { RequestRecord, RequestsQuery } from '../../client/client.ts'
import { label, valued, wholeNumber } from '../options.ts'
import { ask } from './ask.ts'
import { type Column, limitOption, pageOf, showList, showRecord } from './show.ts'

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

const keyOption = () => valued('--key <id>', 'only those with this key, key_…', label)
const seconds = wholeNumber(0, 253_402_300_799)

type Given = Omit<RequestsQuery, 'limit' | 'starting_after' | 'ending_before'> & { limit: number }

export function addRequests(program: Command): void {
  const requests = program.command('requests')
  ask<Given>(
    requests
      .command('list')
      .description('List your writes and refusals of the last 7 days')
      .addOption(valued('--operation <name>', 'only this field of the schema, like Mutation.createAlias', label))
      .addOption(valued('--status <status>', 'only this HTTP status', wholeNumber(100, 599)))
      .addOption(valued('--code <code>', 'only refusals with this code', label))
      .addOption(keyOption())
      .addOption(valued('--since <seconds>', 'from this Unix time on', seconds))
      .addOption(valued('--until <seconds>', 'before this Unix time', seconds))
      .addOption(limitOption()),
    ({ client, json }, { limit, operation, status, code, key, since, until }) =>
      showList(
        client.requests.list({
          limit: pageOf(limit),
          ...(operation && { operation }),
          ...(status !== undefined && { status }),
          ...(code && { code }),
          ...(key && { key }),
          ...(since !== undefined && { since }),
          ...(until !== undefined && { until }),
        }),
        columns,
        { json, limit },
      ),
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
