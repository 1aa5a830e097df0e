import type { Command } from 'commander'
import type {
  ApproveConsentRequestBody,
  ConsentGrant,
  ConsentGrantsQuery,
  ConsentRequest,
  ConsentRequestsQuery,
  GrantConsentBody,
  UpdateConsentGrantBody,
} from '../../client/client.ts'
import { label, oneOf, valued, wholeNumber } from '../options.ts'
import { ask } from './ask.ts'
import { bodyOf, bodyOption } from './body.ts'
import { type Column, limitOption, pageOf, showList, showRecord } from './show.ts'

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
}
type Given = Covered & { identity?: string; consumer?: string; purpose?: string }

const several = (text: string, before: string[] = []) => [...before, text]

const covering = (command: Command): Command =>
  command
    .option('--all', 'cover all aliases and endpoints')
    .option('--alias <id>', 'cover this alias; may be given several times', several, [])
    .option('--endpoint <id>', 'cover this endpoint; may be given several times', several, [])
    .option('--release <id>', 'also release the address of this covered endpoint; may be given several times', several)
    .addOption(valued('--expires-in <seconds>', 'its lifetime; by default until it is revoked', wholeNumber(1, 1e9)))
    .addOption(bodyOption())

const coveredFields = ({ all, alias, endpoint, release, expiresIn }: Covered) => ({
  covers: all
    ? { all }
    : alias.length + endpoint.length > 0
      ? { ...(alias.length > 0 && { aliases: alias }), ...(endpoint.length > 0 && { endpoints: endpoint }) }
      : undefined,
  release,
  expires_at: expiresIn === undefined ? undefined : Math.floor(Date.now() / 1_000) + expiresIn,
})

export function addConsents(program: Command): void {
  const consents = program.command('consents')
  ask<Pick<ConsentGrantsQuery, 'role'> & { limit: number }>(
    consents
      .command('list')
      .description('List consent grants')
      .addOption(valued('--role <role>', 'owner or grantee', oneOf(['owner', 'grantee'])))
      .addOption(limitOption()),
    ({ client, json }, { limit, role }) =>
      showList(client.consentGrants.list({ limit: pageOf(limit), ...(role && { role }) }), columns, { json, limit }),
  )
  ask(consents.command('show <id>').description('Show a consent grant'), async ({ client, json }, _, id) =>
    showRecord(await client.consentGrants.retrieve(id!), json),
  )
  ask<Given>(
    covering(
      consents
        .command('grant')
        .description('Grant a consumer access to consent-required records')
        .addOption(valued('--identity <id>', 'whose records', label))
        .addOption(valued('--consumer <id>', 'the grantee, apc_…', label))
        .addOption(valued('--purpose <text>', 'what for', label)),
    ),
    async ({ client, json }, given) => {
      const { identity, consumer, purpose } = given
      const fields = { identity, consumer, purpose, ...coveredFields(given) }
      showRecord(await client.consentGrants.create(await bodyOf<GrantConsentBody>(given.body, fields)), json)
    },
  )
  ask<Covered & { ifVersion?: number }>(
    covering(
      consents
        .command('update <id>')
        .description('Change a consent grant: each given option replaces the stored value')
        .addOption(valued('--if-version <number>', 'refuse the change if it has another version', wholeNumber(1, 1e9))),
    ),
    async ({ client, json }, given, id) => {
      const fields = { ...coveredFields(given), version: given.ifVersion }
      showRecord(await client.consentGrants.update(id!, await bodyOf<UpdateConsentGrantBody>(given.body, fields)), json)
    },
  )
  ask(consents.command('revoke <id>').description('Revoke a consent grant, at once'), async ({ client, json }, _, id) =>
    showRecord(await client.consentGrants.delete(id!), json),
  )
  addRequests(consents)
}

function addRequests(consents: Command): void {
  ask<Pick<ConsentRequestsQuery, 'direction'> & { limit: number }>(
    consents
      .command('requests')
      .description('List consent requests')
      .addOption(valued('--direction <direction>', 'incoming or outgoing', oneOf(['incoming', 'outgoing'])))
      .addOption(limitOption()),
    ({ client, json }, { limit, direction }) =>
      showList(client.consentRequests.list({ limit: pageOf(limit), ...(direction && { direction }) }), requestColumns, {
        json,
        limit,
      }),
  )
  ask<{ purpose?: string; release?: boolean }>(
    consents
      .command('request <alias>')
      .description('Request access to an alias; accepted with or without an existing one')
      .addOption(valued('--purpose <text>', 'the purpose, for its owner', label))
      .option('--release', 'also request the addresses'),
    async ({ client, json }, { purpose, release }, alias) => {
      const wants: ('disclosure' | 'release')[] = ['disclosure', 'release']
      const body = { alias: alias!, ...(purpose && { purpose }), ...(release && { wants }) }
      showRecord(await client.consentRequests.create(body), json)
    },
  )
  ask<Covered>(
    covering(
      consents.command('approve <id>').description('Approve an incoming request: it creates or extends a grant'),
    ),
    async ({ client, json }, given, id) => {
      const fields = coveredFields(given)
      const isPlain = given.body === undefined && Object.values(fields).every((value) => value === undefined)
      const body = isPlain ? undefined : await bodyOf<ApproveConsentRequestBody>(given.body, fields)
      showRecord(await client.consentRequests.approve(id!, body), json)
    },
  )
  ask(
    consents.command('decline <id>').description('Decline an incoming request, without notifying its requester'),
    async ({ client, json }, _, id) => showRecord(await client.consentRequests.decline(id!), json),
  )
}
