import type { Command } from 'commander'
import { type ApiKeyRow, issueApiKey, revokeApiKey, rollApiKey, rollWindow } from '../access/api-keys/service.ts'
import { ensureConsumer, findAllKeys, lockAnyKey } from '../access/api-keys/store.ts'
import type { App } from '../app/context.ts'
import type { Database } from '../database/orm.ts'
import { inTransaction } from '../database/retry.ts'
import { decodeId, encodeId } from '../kernel/id.ts'
import type { Scope } from '../kernel/scopes.ts'
import { withApp } from './app.ts'
import { CliError } from './failure-text.ts'
import { environment, label, mandatory, scopeList, valued, wholeNumber } from './options.ts'

type CreateOptions = { consumer: string; env: string; scopes: Scope[]; name?: string; router?: boolean; json?: boolean }

function print(made: { consumer: string; id: string; key: string }, json: boolean | undefined): void {
  if (json) console.log(JSON.stringify(made))
  else
    console.log(`consumer  ${made.consumer}\nid        ${made.id}\nkey       ${made.key}\n\nThe key is shown only now.`)
}

async function create(options: CreateOptions): Promise<void> {
  await withApp(async (app) => {
    const consumerId = await ensureConsumer(app.db, options.consumer, app.newId)
    const { row, secret } = await issueApiKey(app.db, app.keyring, app.newId(), {
      consumerId,
      livemode: options.env === 'live',
      scopes: options.scopes,
      name: options.name ?? null,
      router: options.router ?? false,
      expiresAt: null,
    })
    print({ consumer: encodeId('consumer', consumerId), id: encodeId('apiKey', row.id), key: secret }, options.json)
  })
}

async function list({ json }: { json?: boolean }): Promise<void> {
  await withApp(async (app) => {
    const rows = await findAllKeys(app.db)
    const keys = rows.map((row) => ({
      id: encodeId('apiKey', row.id),
      consumer: row.name,
      consumer_id: encodeId('consumer', row.consumer_id),
      name: row.label,
      livemode: row.livemode,
      state: row.revoked_at ? 'revoked' : row.expires_at && row.expires_at <= new Date() ? 'expired' : 'active',
      scopes: row.scopes,
      key: `${row.prefix}…${row.last4}`,
    }))
    if (json) for (const key of keys) console.log(JSON.stringify(key))
    else console.log(keys.length === 0 ? noKeys : table(header, keys.map(cells)))
  })
}

const noKeys = 'There are no keys yet: keys create makes one.'
const header = ['ID', 'KEY', 'STATE', 'ENV', 'CONSUMER ID', 'CONSUMER', 'NAME', 'SCOPES']

type Listed = { id: string; key: string; state: string; livemode: boolean; consumer_id: string; consumer: string }

const cells = (key: Listed & { name: string | null; scopes: readonly string[] }): string[] => [
  key.id,
  key.key,
  key.state,
  key.livemode ? 'live' : 'test',
  key.consumer_id,
  printable(key.consumer),
  printable(key.name ?? '-'),
  key.scopes.join(','),
]

/** A name that was stored by another way may hold what moves a terminal's cursor. */
const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '?')

/** Columns as wide as their widest cell. */
function table(header: readonly string[], rows: readonly string[][]): string {
  const widths = header.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)))
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Runs `work` on the locked row of a key, in one transaction. */
async function withKey<T>(id: string, work: (app: App, trx: Database, key: ApiKeyRow) => Promise<T>): Promise<T> {
  const uuid = decodeId('apiKey', id)
  if (uuid === null)
    throw new CliError("A key's id is needed, like key_…: keys list shows them. It is not the key itself.")
  return withApp((app) =>
    inTransaction(app.db, async (trx) => {
      const key = await lockAnyKey(trx, uuid)
      if (!key) throw new CliError('There is no such key: keys list shows those that there are.')
      return work(app, trx, key)
    }),
  )
}

async function revoke(id: string, { json }: { json?: boolean }): Promise<void> {
  await withKey(id, (_, trx, key) => revokeApiKey(trx, key.id))
  console.log(json ? JSON.stringify({ id, revoked: true }) : `${id} is revoked.`)
}

async function roll(id: string, { expiresIn, json }: { expiresIn: number; json?: boolean }): Promise<void> {
  const { consumerId, row, secret } = await withKey(id, async (app, trx, key) => {
    if (key.revoked_at !== null) throw new CliError('That key is revoked.')
    const rolled = await rollApiKey(trx, app.keyring, app.newId(), key, { expiresIn })
    return { ...rolled, consumerId: key.consumer_id }
  })
  // After the commit: a transaction that is run again makes another key.
  print({ consumer: encodeId('consumer', consumerId), id: encodeId('apiKey', row.id), key: secret }, json)
}

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('API keys: the first one of a consumer comes from here')
  keys
    .command('create')
    .description('Make a key; its consumer is made when it does not exist')
    .addOption(mandatory(valued('--consumer <name>', 'whose key it is', label)))
    .addOption(environment())
    .addOption(mandatory(valued('--scopes <scopes>', 'comma-separated, as in resolve,aliases:write or *', scopeList)))
    .addOption(valued('--name <name>', 'a label', label))
    .option('--router', 'held by a federation router')
    .option('--json', 'print JSON')
    .action(create)
  keys.command('list').description('List all keys').option('--json', 'a JSON object per line').action(list)
  keys
    .command('revoke <id>')
    .description('Revoke a key at once, on every node')
    .option('--json', 'print JSON')
    .action(revoke)
  keys
    .command('roll <id>')
    .description('Replace a key: the new one has the same rights, the old one ends after a while, on every node')
    .addOption(
      valued(
        '--expires-in <seconds>',
        `how long the old key goes on working, up to ${rollWindow.max}`,
        wholeNumber(0, rollWindow.max),
        rollWindow.default,
      ),
    )
    .option('--json', 'print JSON')
    .action(roll)
}
