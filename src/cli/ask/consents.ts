import type { Command } from 'commander'
import type { ConsentGrant, ConsentRequest } from '../../client/client.ts'
import { type Commands, oneOf, several, valued, wholeNumber } from '../options.ts'
import { bodyOf, bodyOption } from './ask.ts'
import { askById, askList, askRecord, type Column } from './show.ts'

const columns: readonly Column<ConsentGrant>[] = [
  ['ID', 'id'],
  ['STATUS', 'status'],
  ['IDENTITY', 'identity'],
  ['CONSUMER', 'consumer'],
  ['EXPIRES', 'expires_at'],
]

const requestColumns: readonly Column<ConsentRequest>[] = [
  ['ID', 'id'],
  ['STATUS', 'status'],
  ['TYPE', 'type'],
  ['VALUE', 'value'],
  ['CONSUMER', 'consumer'],
  ['PURPOSE', 'purpose'],
  ['CREATED', 'created'],
]

type Covered = {
  all?: boolean
  alias: string[]
  endpoint: string[]
  release?: string[]
  expiresIn?: number
  body?: string
  [option: string]: unknown
}
const covering = (command: Command): Command =>
  command
    .option('--all', 'cover all aliases and endpoints')
    .option('--alias <id>', 'cover this alias; may be given several times', several, [])
    .option('--endpoint <id>', 'cover this endpoint; may be given several times', several, [])
    .option('--release <id>', 'also release the address of this covered endpoint; may be given several times', several)
    .addOption(valued('--expires-in <seconds>', 'its lifetime; by default until it is revoked', wholeNumber(1, 1e9)))
    .addOption(bodyOption())

const coveredFields = ({ all, alias, endpoint, release, expiresIn, ...others }: Covered) => ({
  ...others,
  covers: all
    ? { all }
    : alias.length + endpoint.length > 0
      ? { ...(alias.length > 0 && { aliases: alias }), ...(endpoint.length > 0 && { endpoints: endpoint }) }
      : undefined,
  release,
  expires_at: expiresIn === undefined ? undefined : Math.floor(Date.now() / 1_000) + expiresIn,
})

function addConsents(consents: Command): void {
  askList(
    consents
      .command('list')
      .description('List consent grants')
      .addOption(valued('--role <role>', 'owner or grantee', oneOf(['owner', 'grantee']))),
    columns,
    (client) => client.consentGrants.list,
  )
  askById(consents, 'show', 'Show a consent grant', (client) => client.consentGrants.retrieve)
  askRecord<Covered>(
    covering(
      consents
        .command('grant')
        .description('Grant a consumer access to consent-required records')
        .option('--identity <id>', 'whose records')
        .option('--consumer <id>', 'the grantee, apc_…')
        .option('--purpose <text>', 'what for'),
    ),
    async (client, given) => client.consentGrants.create(await bodyOf(coveredFields(given))),
  )
  askRecord<Covered>(
    covering(
      consents
        .command('update <id>')
        .description('Change a consent grant: each given option replaces the stored value')
        .addOption(valued('--if-version <number>', 'refuse the change if it has another version', wholeNumber(1, 1e9))),
    ),
    async (client, given, id) =>
      client.consentGrants.update(id, await bodyOf(coveredFields(given), { ifVersion: 'version' })),
  )
  askById(consents, 'revoke', 'Revoke a consent grant, at once', (client) => client.consentGrants.delete)
  addConsentRequests(consents)
}

function addConsentRequests(consents: Command): void {
  askList(
    consents
      .command('requests')
      .description('List consent requests')
      .addOption(valued('--direction <direction>', 'incoming or outgoing', oneOf(['incoming', 'outgoing']))),
    requestColumns,
    (client) => client.consentRequests.list,
  )
  askRecord<{ purpose?: string; release?: boolean }>(
    consents
      .command('request <alias>')
      .description('Request access to an alias; accepted with or without an existing one')
      .option('--purpose <text>', 'the purpose, for its owner')
      .option('--release', 'also request the addresses'),
    (client, { purpose, release }, alias) => {
      const wants: ('disclosure' | 'release')[] = ['disclosure', 'release']
      return client.consentRequests.create({ alias, ...(purpose && { purpose }), ...(release && { wants }) })
    },
  )
  askRecord<Covered>(
    covering(
      consents.command('approve <id>').description('Approve an incoming request: it creates or extends a grant'),
    ),
    async (client, given, id) => {
      const fields = coveredFields(given)
      const isPlain = Object.values(fields).every((value) => value === undefined)
      return client.consentRequests.approve(id, isPlain ? undefined : await bodyOf(fields))
    },
  )
  askById(
    consents,
    'decline',
    'Decline an incoming request, without notifying its requester',
    (client) => client.consentRequests.decline,
  )
}

export const commands: Commands = { consents: addConsents }
