import type { Command } from 'commander'
import type { App } from '../context.ts'
import { decodeId, encodeId } from '../domain/id.ts'
import { ensureConsumer } from '../persistence/api-keys.ts'
import type { Database } from '../persistence/orm.ts'
import {
  type ApiKeyRow,
  issueApiKey,
  requireRollWindow,
  requireScopes,
  revokeApiKey,
  rollApiKey,
  rollWindow,
} from '../services/api-keys.ts'
import { CliError, withApp } from './app.ts'

type CreateOptions = { consumer: string; env: string; scopes: string; name?: string; router?: boolean; json?: boolean }

function print(made: { consumer: string; id: string; key: string }, json: boolean | undefined): void {
  if (json) console.log(JSON.stringify(made))
  else
    console.log(`consumer  ${made.consumer}\nid        ${made.id}\nkey       ${made.key}\n\nThe key is shown only now.`)
}

async function create(options: CreateOptions): Promise<void> {
  if (!['test', 'live'].includes(options.env)) throw new CliError('--env must be test or live.')
  const scopes = requireScopes(options.scopes.split(',').map((scope) => scope.trim()))
  await withApp(async (app) => {
    const consumerId = await ensureConsumer(app.db, options.consumer, app.newId)
    const { row, secret } = await issueApiKey(app.db, app.keyring, app.newId(), {
      consumerId,
      livemode: options.env === 'live',
      scopes,
      name: options.name ?? null,
      router: options.router ?? false,
      expiresAt: null,
    })
    print({ consumer: encodeId('consumer', consumerId), id: encodeId('apiKey', row.id), key: secret }, options.json)
  })
}

async function list({ json }: { json?: boolean }): Promise<void> {
  await withApp(async (app) => {
    const rows = await app.db
      .selectFrom('api_key')
      .innerJoin('consumer', 'consumer.id', 'api_key.consumer_id')
      .select(['api_key.id', 'consumer.name', 'livemode', 'scopes', 'prefix', 'last4', 'revoked_at', 'expires_at'])
      .orderBy('api_key.created_at')
      .execute()
    for (const row of rows) {
      const state = row.revoked_at ? 'revoked' : row.expires_at && row.expires_at <= new Date() ? 'expired' : 'active'
      const key = {
        id: encodeId('apiKey', row.id),
        consumer: row.name,
        livemode: row.livemode,
        state,
        scopes: row.scopes,
        key: `${row.prefix}…${row.last4}`,
      }
      console.log(json ? JSON.stringify(key) : `${key.id}  ${key.key}  ${state}  ${row.name}  ${row.scopes.join(',')}`)
    }
  })
}

/** Runs `work` on the locked row of a key, in one transaction. */
async function withKey<T>(id: string, work: (app: App, trx: Database, key: ApiKeyRow) => Promise<T>): Promise<T> {
  const uuid = decodeId('apiKey', id)
  return withApp((app) =>
    app.db.transaction().execute(async (trx) => {
      const key =
        uuid && (await trx.selectFrom('api_key').selectAll().where('id', '=', uuid).forUpdate().executeTakeFirst())
      if (!key) throw new CliError('No such key.')
      return work(app, trx, key)
    }),
  )
}

async function revoke(id: string, { json }: { json?: boolean }): Promise<void> {
  await withKey(id, (_, trx, key) => revokeApiKey(trx, key.id))
  console.log(json ? JSON.stringify({ id, revoked: true }) : `${id} is revoked.`)
}

async function roll(id: string, { expiresIn, json }: { expiresIn: string; json?: boolean }): Promise<void> {
  const seconds = requireRollWindow(Number(expiresIn))
  await withKey(id, async (app, trx, key) => {
    if (key.revoked_at !== null) throw new CliError('That key is revoked.')
    const { row, secret } = await rollApiKey(trx, app.keyring, app.newId(), key, seconds)
    print({ consumer: encodeId('consumer', key.consumer_id), id: encodeId('apiKey', row.id), key: secret }, json)
  })
}

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('API keys: the first one of a consumer comes from here')
  keys
    .command('create')
    .description('Make a key; its consumer is made when it does not exist')
    .requiredOption('--consumer <name>', 'whose key it is')
    .requiredOption('--env <env>', 'test or live')
    .requiredOption('--scopes <scopes>', 'comma-separated, as in resolve,aliases:write or *')
    .option('--name <name>', 'a label')
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
    .option('--expires-in <seconds>', 'how long the old key goes on working', String(rollWindow.default))
    .option('--json', 'print JSON')
    .action(roll)
}
