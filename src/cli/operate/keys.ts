import { findAllKeys } from '../../access/api-keys/store.ts'
import { type ConsumerRow, findConsumer } from '../../access/consumers/store.ts'
import type { Database } from '../../database/orm.ts'
import { decodeId, encodeId } from '../../kernel/id.ts'
import type { Scope } from '../../kernel/scopes.ts'
import type { App } from '../../process/compose/context.ts'
import { operatorCall, withApp } from '../app.ts'
import { asMistake } from '../failure.ts'
import { CliError } from '../options.ts'
import { printable, table } from '../terminal.ts'

type CreateOptions = {
  consumer: string
  env: string
  scopes: Scope[]
  name?: string
  router?: boolean
  new?: boolean
  json?: boolean
}

function print(made: { consumer: string; id: string; key: string }, json: boolean | undefined): void {
  if (json) console.log(JSON.stringify(made))
  else
    console.log(`consumer  ${made.consumer}\nid        ${made.id}\nkey       ${made.key}\n\nThe key is shown only now.`)
}

/** Creates a consumer on request only: a typo must not create one. @returns apc_… */
async function consumerOf(app: App, { consumer: name, new: isNew }: CreateOptions): Promise<string> {
  const found = await findConsumer(app.db, name)
  if (found) return encodeId('consumer', found.id)
  if (isNew) return (await app.services.consumers.create(operatorCall(app), { name })).id
  throw new CliError('--consumer names no existing consumer: see consumers list, or create one with --new.')
}

export async function create(options: CreateOptions): Promise<void> {
  await withApp(async (app) => {
    const consumer = await consumerOf(app, options)
    const { scopes, name, router } = options
    const input = { livemode: options.env === 'live', scopes, name, router }
    const made = await app.services.consumerKeys.create(operatorCall(app), consumer, input)
    print({ consumer, id: made.id, key: made.key!.reveal() }, options.json)
  })
}

export async function list({ consumer, json }: { consumer?: string; json?: boolean }): Promise<void> {
  await withApp(async (app) => {
    const owner = consumer === undefined ? undefined : await requireConsumer(app.db, consumer)
    const rows = await findAllKeys(app.db, owner?.id)
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

const noKeys = 'There are no keys yet: create one with keys create.'
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

const keyMistake = asMistake({
  resource_missing: 'There is no such working key: see keys list.',
  roll_in_progress: 'That key is being rolled already.',
})

/** @throws CliError if the text is not the id of a key */
function requireKeyId(id: string): void {
  if (decodeId('apiKey', id) === null)
    throw new CliError("The key's id is needed, like key_… in keys list, never the key itself.")
}

export async function revoke(id: string, { json }: { json?: boolean }): Promise<void> {
  requireKeyId(id)
  await withApp((app) => app.services.consumerKeys.revoke(operatorCall(app), id).catch(keyMistake))
  console.log(json ? JSON.stringify({ id, revoked: true }) : `${id} is revoked.`)
}

export async function roll(id: string, { expiresIn, json }: { expiresIn: number; json?: boolean }): Promise<void> {
  requireKeyId(id)
  await withApp(async (app) => {
    const made = await app.services.consumerKeys.roll(operatorCall(app), id, expiresIn).catch(keyMistake)
    print({ consumer: made.consumer, id: made.id, key: made.key!.reveal() }, json)
  })
}

/** @throws CliError */
async function requireConsumer(db: Database, which: string): Promise<ConsumerRow> {
  const found = await findConsumer(db, which)
  if (!found) throw new CliError('--consumer names no existing consumer: see consumers list.')
  return found
}

export async function activate(id: string, { json }: { json?: boolean }): Promise<void> {
  if (decodeId('sealingKey', id) === null) throw new CliError("A sealing key's id is needed, like slk_….")
  await withApp(async (app) => {
    await app.services.sealingKeys
      .activate(operatorCall(app), id)
      .catch(asMistake({ resource_missing: 'There is no such sealing key.' }))
  })
  console.log(json ? JSON.stringify({ id, status: 'usable' }) : `${id} is usable.`)
}
